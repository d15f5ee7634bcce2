/** How conversions end, as the metrics and the log are told. */
import { ServiceError } from '../../errors.ts';
import type { Attempt } from '../result/attempts.ts';
import type { Route } from '../catalogue/planner.ts';

/** How a conversion ended, for the metrics; `reused` where an earlier result was the answer. */
export type ConversionOutcome = 'ok' | 'reused' | 'refused' | 'failed' | 'busy' | 'left' | 'error';

/** A conversion that is over, well or not. */
export interface ConversionEnd {
  route: Route;
  outcome: ConversionOutcome;
  /** Milliseconds in the queue. */
  waitedMs: number;
  /** Milliseconds of converting; undefined when it never got a slot. */
  ms?: number | undefined;
  /** What was tried, where the first try failed, and why what failed did; nearly always empty. */
  tried: readonly Attempt[];
  causes: readonly unknown[];
}

/** The outcome of a conversion that threw `error`; `left` where the caller's signal had aborted. */
export function outcomeOf(error: unknown, signal: AbortSignal | undefined): ConversionOutcome {
  if (signal?.aborted) return 'left';
  if (!(error instanceof ServiceError)) return 'error';
  if (error.status === 503) return 'busy';
  return error.status < 500 ? 'refused' : 'failed';
}
