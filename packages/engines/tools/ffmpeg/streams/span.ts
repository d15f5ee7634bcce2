/** Selects the requested part of a recording. */
import type { Options } from '../../../contract/options.ts';

export type Span = Pick<Options, 'start' | 'end'>;

/** Returns the input flags that select the requested part. */
export function spanFlags({ start = 0, end }: Span): string[] {
  return [
    ...(start > 0 ? ['-ss', String(start)] : []),
    ...(end === undefined ? [] : ['-t', String(Math.max(0, end - start))]),
  ];
}

/**
 * Returns the length of the requested part of a recording that lasts `seconds`. Returns undefined if the length of the
 * recording is unknown, and 0 if the requested part is empty.
 */
export function spanSeconds(
  seconds: number | undefined,
  { start = 0, end = Infinity }: Span,
): number | undefined {
  if (end <= start) return 0;
  return seconds === undefined ? undefined : Math.max(0, Math.min(seconds, end) - start);
}
