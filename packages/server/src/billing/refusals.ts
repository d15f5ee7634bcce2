/** Which of Stripe's refusals mean that what was asked for holds already. */
import { ServiceError } from '../errors.ts';

/** Stripe's own error behind one of ours. */
const causeOf = (error: unknown) =>
  (error as Error).cause as { code?: unknown; message?: unknown; type?: unknown };

/** Whether Stripe refuses the call as it is, so that repeating it helps nobody. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ServiceError && causeOf(error)?.type === 'StripeInvalidRequestError';

export function ignoreRefusal(error: unknown): void {
  if (!isRefusal(error)) throw error;
}

export function ignoreMissing(error: unknown): void {
  if (!isRefusal(error) || causeOf(error).code !== 'resource_missing') throw error;
}

export function ignoreDuplicate(error: unknown): void {
  if (!isRefusal(error) || !/already exists with identifier/i.test(String(causeOf(error).message)))
    throw error;
}
