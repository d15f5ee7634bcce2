/** The owner of a sandbox, which may see only that owner's files: an account, or one of its isolation groups. */

/** Isolation group that gets a new sandbox for each step. */
const alone = 'job';

/** Returns undefined if each sandbox is used only once. Neither part contains a blank. */
export function sandboxOwner(account: string | undefined, group: string | undefined): string | undefined {
  if (account === undefined || group === alone) return undefined;
  return group === undefined ? account : `${account} ${group}`;
}

export function accountOfOwner(owner: string): string {
  return owner.split(' ')[0] ?? owner;
}
