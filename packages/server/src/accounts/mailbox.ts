/** Which addresses lead to the same mailbox, so that one person has one free account. */

/** Providers that ignore dots before the @. */
const dotless = ['gmail.com', 'googlemail.com'];

/** An address as such, for accounts that the operator makes, who may want several for one mailbox. */
export function addressOf(email: string): string {
  return email.toLowerCase();
}

/** Two names of the same provider. */
const sameProvider: Readonly<Record<string, string>> = { 'googlemail.com': 'gmail.com' };

/**
 * One name a mailbox: lower case, without `+tag`, and without dots where the provider ignores them. Somewhere two such
 * addresses may belong to two people; that is safe, because mail of an account always goes to the one address that was
 * proved first, never to the one that was typed.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const local = email.slice(0, Math.max(0, at)).toLowerCase();
  const domain = email.slice(at + 1).toLowerCase();
  const untagged = local.replace(/(?<=.)\+.*$/, '');
  const plain = dotless.includes(domain) ? untagged.replaceAll('.', '') : untagged;
  return `${plain}@${sameProvider[domain] ?? domain}`;
}
