/** When a failed request is sent again, and after how long; pure. */
import { ConnectionError, ProteanError } from './errors.ts';

export interface RetryPolicy {
  /** How often a request is sent again after its first failure. */
  retries: number;
  /** Longest wait before one of them, seconds; what asks for more is not sent again. */
  maxWaitSeconds: number;
}

/** What a request may repeat without harm. */
export type Repeatable =
  /** Anything: it changes nothing, or carries an idempotency key. */
  | 'always'
  /** Only what the service has refused before it did anything. */
  | 'if-refused'
  /** Nothing: its body cannot be sent twice. */
  | 'never';

const firstWaitSeconds = 0.5;

/** Milliseconds to wait before attempt `n + 1`, where `n` attempts have failed; undefined when `error` is final. */
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

/** Milliseconds to wait after `n` failures where nothing else is asked for; doubles each time. */
export function backOffMs(n: number, maxWaitSeconds: number, random: () => number): number {
  // Half of it is random, so that clients that failed together do not come back together.
  return Math.min(maxWaitSeconds, firstWaitSeconds * 2 ** (n - 1)) * (0.5 + random() / 2) * 1000;
}

function isTransient(error: unknown, repeatable: Repeatable): boolean {
  if (error instanceof ConnectionError) return repeatable === 'always';
  if (!(error instanceof ProteanError)) return false;
  if (error.code === 'rate_limited' || error.status === 503) return true;
  if (repeatable !== 'always') return false;
  // The same idempotency key is still at work.
  if (error.status === 409) return true;
  // An engine that took too long would take as long again.
  return error.status === 502 && (error as ProteanError).details['reason'] !== 'timeout';
}
