/** The owner of a sandbox, whose files alone it may see: an account, or one of the groups the account tells apart. */

/** The isolation group that gets a new sandbox for each step. */
const alone = 'job';

/** Undefined if each sandbox is used once. Neither part of an owner contains a blank. */
export function sandboxOwner(account: string | undefined, group: string | undefined): string | undefined {
  if (account === undefined || group === alone) return undefined;
  return group === undefined ? account : `${account} ${group}`;
}

export function accountOfOwner(owner: string): string {
  return owner.split(' ')[0] ?? owner;
}
