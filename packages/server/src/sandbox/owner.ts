/** Whose files a box may see: an account's, or, where the account tells groups apart, those of one of its groups. */

/** Neither part has a blank in it. */
export function boxOwner(account: string, group?: string): string {
  return group === undefined ? account : `${account} ${group}`;
}

export function accountOfOwner(owner: string): string {
  return owner.split(' ')[0] ?? owner;
}
