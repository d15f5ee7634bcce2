/** Outcomes of conversions for the metrics and the log. */
import { ServiceError } from '../../errors.ts';
import type { Attempt } from '../result/attempts.ts';
import type { Route } from '../catalogue/planner.ts';

/**
 * Outcome of a conversion, as the metrics report it. `reused` means that a cached result was returned. `left` means
 * that the caller disconnected.
 */
export type ConversionOutcome = 'ok' | 'reused' | 'refused' | 'failed' | 'busy' | 'left' | 'error';

/** A finished conversion, successful or not. */
export interface ConversionEnd {
  route: Route;
  outcome: ConversionOutcome;
  /** Time in the queue, in milliseconds. */
  waitedMs: number;
  /** Conversion time in milliseconds. Undefined if the conversion never left the queue. */
  ms?: number | undefined;
  /** Fallback attempts and the causes of their failures, usually empty. */
  tried: readonly Attempt[];
  causes: readonly unknown[];
}

/**
 * Returns the outcome of a conversion that threw `error`. If the signal of the caller was aborted, the outcome is
 * `left`.
 */
export function outcomeOf(error: unknown, signal: AbortSignal | undefined): ConversionOutcome {
  if (signal?.aborted) return 'left';
  if (!(error instanceof ServiceError)) return 'error';
  if (error.status === 503) return 'busy';
  return error.status < 500 ? 'refused' : 'failed';
}
