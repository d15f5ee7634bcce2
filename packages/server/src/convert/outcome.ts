/** How conversions end, for counting. */
import { ServiceError } from '../errors.ts';

export type ConversionOutcome = 'ok' | 'refused' | 'failed' | 'busy' | 'left' | 'error';

/** Whose doing it was that a conversion ended with `error`; `left` where the caller's signal had aborted. */
export function outcomeOf(error: unknown, signal: AbortSignal | undefined): ConversionOutcome {
  if (signal?.aborted) return 'left';
  if (!(error instanceof ServiceError)) return 'error';
  if (error.status === 503) return 'busy';
  return error.status < 500 ? 'refused' : 'failed';
}
