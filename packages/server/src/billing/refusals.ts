/** Recognizes Stripe errors that can be ignored because Stripe already has the requested state. */
import { ServiceError } from '../errors.ts';

/** Returns the Stripe error that caused a service error. */
const causeOf = (error: unknown) =>
  (error as Error).cause as { code?: unknown; message?: unknown; type?: unknown };

/** Whether Stripe rejects the call itself, so that a retry is useless. */
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
