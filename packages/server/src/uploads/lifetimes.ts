/** Lifetimes of uploads, in milliseconds (contract §15.3). */

/** Time for which an upload link is valid. */
export const linkMs = 15 * 60_000;
/** Maximum duration of a resumable upload. */
export const resumableMs = 24 * 60 * 60_000;
/** Time for which a file is kept after it was received or last used. */
export const unusedMs = 60 * 60_000;
/** Maximum time for which a file is kept, regardless of its use. */
export const longestMs = 24 * 60 * 60_000;

/** Returns the expiry time of a file that is used at `now`. */
export function expiryAfterUse(now: number, receivedAt: number): number {
  return Math.min(now + unusedMs, receivedAt + longestMs);
}
