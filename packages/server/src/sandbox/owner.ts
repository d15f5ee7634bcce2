/**
 * The owner of a sandbox: an account, or one of the account's isolation groups. A sandbox may see only files of its
 * owner.
 */

/** Name of the isolation group that gets a new sandbox for each step. */
const alone = 'job';

/**
 * Returns the owner: the account and, if given, the group, separated by a space, which no account or group contains.
 * Returns undefined if each sandbox is used only once.
 */
export function sandboxOwner(account: string | undefined, group: string | undefined): string | undefined {
  if (account === undefined || group === alone) return undefined;
  return group === undefined ? account : `${account} ${group}`;
}

export function accountOfOwner(owner: string): string {
  return owner.split(' ')[0] ?? owner;
}
