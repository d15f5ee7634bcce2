/** Which e-mail addresses name the same mailbox, so that one person has one free account. */

/** Providers that ignore dots before the @. */
const dotless = ['gmail.com', 'googlemail.com'];

/** The address itself, for accounts that the operator creates: these may share a mailbox. */
export function addressOf(email: string): string {
  return email.toLowerCase();
}

/** Two names of the same provider. */
const sameProvider: Readonly<Record<string, string>> = { 'googlemail.com': 'gmail.com' };

/**
 * One name for each mailbox: lower case, without `+tag`, and without dots where the provider ignores them. With some
 * provider two such addresses may belong to two people, which is safe: mail of an account goes to the address that was
 * verified first, never to the one that was typed.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const local = email.slice(0, Math.max(0, at)).toLowerCase();
  const domain = email.slice(at + 1).toLowerCase();
  const untagged = local.replace(/(?<=.)\+.*$/, '');
  const plain = dotless.includes(domain) ? untagged.replaceAll('.', '') : untagged;
  return `${plain}@${sameProvider[domain] ?? domain}`;
}
