/** Decides whether and when a failed request is retried. Contains only pure functions. */
import { ConnectionError, ProteanError } from './errors.ts';

export interface RetryPolicy {
  /** Maximum number of retries after the first failure. */
  retries: number;
  /** Maximum delay before a retry, in seconds. If the service asks for a longer delay, the request is not retried. */
  maxWaitSeconds: number;
}

/** Errors after which a request may be retried safely. */
export type Repeatable =
  /** Any error. Repeating the request is safe, because it changes nothing or has an idempotency key. */
  | 'always'
  /** Only errors that prove that the service rejected the request. A rejected request had no effect. */
  | 'if-refused'
  /** No errors. A request with this value is never retried, because its body cannot be sent twice. */
  | 'never';

const firstWaitSeconds = 0.5;

/**
 * Returns the delay before the next attempt, in milliseconds, after `n` failures. Returns undefined if `error` is
 * final.
 */
export function waitBeforeRetry(
  error: unknown,
  n: number,
  repeatable: Repeatable,
  { retries, maxWaitSeconds }: RetryPolicy,
  random: () => number,
): number | undefined {
  if (n > retries || repeatable === 'never' || !isTransient(error, repeatable)) return undefined;
  const asked = error instanceof ProteanError ? error.retryAfter : undefined;
  if (asked !== undefined && asked > maxWaitSeconds) return undefined;
  return Math.max((asked ?? 0) * 1000, backOffMs(n, maxWaitSeconds, random));
}

/** Returns the default retry delay in milliseconds after `n` failures. The delay doubles with each failure. */
export function backOffMs(n: number, maxWaitSeconds: number, random: () => number): number {
  // Half of the delay is random, so that clients that fail together do not retry together.
  return Math.min(maxWaitSeconds, firstWaitSeconds * 2 ** (n - 1)) * (0.5 + random() / 2) * 1000;
}

function isTransient(error: unknown, repeatable: Repeatable): boolean {
  if (error instanceof ConnectionError) return repeatable === 'always';
  if (!(error instanceof ProteanError)) return false;
  if (error.code === 'rate_limited' || error.status === 503) return true;
  if (repeatable !== 'always') return false;
  // An earlier request with the same idempotency key is in flight.
  if (error.status === 409) return true;
  // A conversion that has timed out would time out again, so the request is not retried.
  return error.status === 502 && (error as ProteanError).details['reason'] !== 'timeout';
}
