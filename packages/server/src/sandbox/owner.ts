/**
 * The owner of a sandbox. A sandbox may see only files of its owner, which is an account or one of its isolation
 * groups.
 */

/** Isolation group whose steps each get a new sandbox. */
const alone = 'job';

/** Returns the owner. Returns undefined if each sandbox is used only once. The two parts contain no spaces. */
export function sandboxOwner(account: string | undefined, group: string | undefined): string | undefined {
  if (account === undefined || group === alone) return undefined;
  return group === undefined ? account : `${account} ${group}`;
}

export function accountOfOwner(owner: string): string {
  return owner.split(' ')[0] ?? owner;
}
