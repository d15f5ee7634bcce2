/** The owner of a sandbox, whose files alone it may see: an account, or one of the groups the account tells apart. */

/** Neither part contains a blank. */
export function ownerOf(account: string, group?: string): string {
  return group === undefined ? account : `${account} ${group}`;
}

export function accountOfOwner(owner: string): string {
  return owner.split(' ')[0] ?? owner;
}
