/** Maps all spellings of an email address to one mailbox, so that a person cannot get several free accounts. */

/** Providers that ignore dots before the @. */
const dotless = ['gmail.com', 'googlemail.com'];

/**
 * Returns the address in lower case, for accounts that the operator creates. Several accounts of the operator may share
 * a mailbox.
 */
export function addressOf(email: string): string {
  return email.toLowerCase();
}

/** Maps an alternative domain of a provider to its main domain. */
const sameProvider: Readonly<Record<string, string>> = { 'googlemail.com': 'gmail.com' };

/**
 * Returns the name of the mailbox that receives mail for an address. A mailbox name is in lower case, has no `+tag`,
 * and has no dots if the provider ignores dots. With some providers, two addresses with the same mailbox name may
 * belong to two people. The person with the other address gets no access to the account, because mail for an account is
 * sent only to the address that was verified first. Mail for an account is never sent to another address that a visitor
 * typed.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const local = email.slice(0, Math.max(0, at)).toLowerCase();
  const domain = email.slice(at + 1).toLowerCase();
  const untagged = local.replace(/(?<=.)\+.*$/, '');
  const plain = dotless.includes(domain) ? untagged.replaceAll('.', '') : untagged;
  return `${plain}@${sameProvider[domain] ?? domain}`;
}
