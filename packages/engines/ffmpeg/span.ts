/** The part of a recording that is wanted. */
import type { Options } from '../runtime/options.ts';

export type Span = Pick<Options, 'start' | 'end'>;

/** Flags of the input that make it begin and end where it is wanted. */
export function spanFlags({ start = 0, end }: Span): string[] {
  return [
    ...(start > 0 ? ['-ss', String(start)] : []),
    ...(end === undefined ? [] : ['-t', String(Math.max(0, end - start))]),
  ];
}

/** How long the part is of something that lasts `seconds`, undefined where that is not known; 0 when nothing is left. */
export function spanSeconds(
  seconds: number | undefined,
  { start = 0, end = Infinity }: Span,
): number | undefined {
  if (end <= start) return 0;
  return seconds === undefined ? undefined : Math.max(0, Math.min(seconds, end) - start);
}
