/** Time limits of synchronous conversions, which grow with the file (contract §3.9). */

const MB = 1024 * 1024;

/** Maximum time of a request in which all its files are converted, in milliseconds. */
export const longestMs = 600_000;

/** Extra milliseconds for a file of `bytes` bytes: 1 s per 2 MB above 20 MB. */
export const extraMs = (bytes: number): number => Math.max(0, bytes / MB - 20) * 500;

/** Time limit in milliseconds, where `usualMs` is the limit of a small file; at most 600 s, unless `usualMs` is more. */
export const timeLimitOf = (bytes: number, usualMs: number): number =>
  Math.max(usualMs, Math.min(longestMs, usualMs + extraMs(bytes)));
