/** How long a conversion may take that somebody waits for: large files have more time (contract §3.9). */

const MB = 1024 * 1024;

/** The longest time that a request may take in which all its files are converted. */
export const longestMs = 600_000;

/** Milliseconds beyond the usual limit for a file of so many bytes: a second for each 2 MB above 20 MB. */
export const extraMs = (bytes: number): number => Math.max(0, bytes / MB - 20) * 500;

/** In milliseconds, where `usualMs` is the limit of a small file; at most 600 s, unless that is more. */
export const timeLimitOf = (bytes: number, usualMs: number): number =>
  Math.max(usualMs, Math.min(longestMs, usualMs + extraMs(bytes)));
