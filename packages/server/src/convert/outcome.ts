/** The outcomes of conversions, for the metrics. */
import { ServiceError } from '../errors.ts';

export type ConversionOutcome = 'ok' | 'refused' | 'failed' | 'busy' | 'left' | 'error';

/** The outcome of a conversion that threw `error`; `left` where the caller's signal had aborted. */
export function outcomeOf(error: unknown, signal: AbortSignal | undefined): ConversionOutcome {
  if (signal?.aborted) return 'left';
  if (!(error instanceof ServiceError)) return 'error';
  if (error.status === 503) return 'busy';
  return error.status < 500 ? 'refused' : 'failed';
}
