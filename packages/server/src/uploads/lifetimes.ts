/** Lifetimes of uploads, in milliseconds (contract §15.3). */

/** Time within which a link accepts its file. */
export const linkMs = 15 * 60_000;
/** Maximum duration of a resumable upload. */
export const resumableMs = 24 * 60 * 60_000;
/** Retention of a file after it was received or last used. */
export const unusedMs = 60 * 60_000;
/** Maximum retention of a file, however often it is used. */
export const longestMs = 24 * 60 * 60_000;

/** Returns the expiry time of a file that is used at `now`. */
export function expiryAfterUse(now: number, receivedAt: number): number {
  return Math.min(now + unusedMs, receivedAt + longestMs);
}
