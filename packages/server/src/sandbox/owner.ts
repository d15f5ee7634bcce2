/**
 * The owner of a sandbox: an account, or one of the account's isolation groups. A sandbox may see only files of its
 * owner.
 */

/** Name of a special isolation group. In the isolation group `job`, each step of a job gets a new sandbox. */
const alone = 'job';

/**
 * Returns the owner: the account, followed by a space and the group if a group is given. The name of an account or a
 * group never contains a space. Returns undefined if each sandbox is used only once.
 */
export function sandboxOwner(account: string | undefined, group: string | undefined): string | undefined {
  if (account === undefined || group === alone) return undefined;
  return group === undefined ? account : `${account} ${group}`;
}

export function accountOfOwner(owner: string): string {
  return owner.split(' ')[0] ?? owner;
}
