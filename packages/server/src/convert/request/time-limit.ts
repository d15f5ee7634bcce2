/** Time limits of synchronous conversions, which grow with the file (contract §3.9). */

const MB = 1024 * 1024;

/** Maximum time for converting all files of a request, in milliseconds. */
export const longestMs = 600_000;

/** Extra milliseconds for a file of `bytes` bytes: 1 s per 2 MB above 20 MB. */
export const extraMs = (bytes: number): number => Math.max(0, bytes / MB - 20) * 500;

/** Factor by which waiting for a busy processor can extend a time limit. */
const mostStretch = 10;

/**
 * Returns the maximum duration of a conversion in milliseconds, including the time that the conversion waits because
 * other programs use the processors. The maximum is 10 times the time limit, but at most 600 s. If the time limit is
 * longer than 600 s, the maximum equals the time limit.
 */
export const longestOf = (limitMs: number): number =>
  Math.max(limitMs, Math.min(longestMs, mostStretch * limitMs));

/**
 * Returns the time limit in milliseconds. `usualMs` is the limit for a small file. The limit of a large file is at most
 * 600 s, or `usualMs` if that is longer.
 */
export const timeLimitOf = (bytes: number, usualMs: number): number =>
  Math.max(usualMs, Math.min(longestMs, usualMs + extraMs(bytes)));
