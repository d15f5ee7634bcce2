/** How long uploads live, in milliseconds (contract §15.3). */

/** A link takes its file within this time. */
export const linkMs = 15 * 60_000;
/** A resumable upload may take this long. */
export const resumableMs = 24 * 60 * 60_000;
/** A file stays so long after it was received or last used. */
export const unusedMs = 60 * 60_000;
/** However often it is used. */
export const longestMs = 24 * 60 * 60_000;

/** When a file that is used at `now` expires. */
export function expiryAfterUse(now: number, receivedAt: number): number {
  return Math.min(now + unusedMs, receivedAt + longestMs);
}
