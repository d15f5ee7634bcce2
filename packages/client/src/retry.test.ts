import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConnectionError, ProteanError } from './errors.ts';
import type { ErrorCode } from './generated/responses.ts';
import { waitBeforeRetry, type Repeatable } from './retry.ts';

const policy = { retries: 2, maxWaitSeconds: 60 };

function answered(code: ErrorCode, status: number, more: { retryAfter?: number; reason?: string } = {}) {
  const { retryAfter, reason } = more;
  const details = reason === undefined ? {} : { reason };
  return new ProteanError(code, { status, message: '', details, requestId: undefined, retryAfter });
}

const waitFor = (error: unknown, n = 1, repeatable: Repeatable = 'always', random = 1) =>
  waitBeforeRetry(error, n, repeatable, policy, () => random);

test('retries a request only after a temporary error', () => {
  const passing = [
    new ConnectionError('reset'),
    answered('rate_limited', 429, { retryAfter: 3 }),
    answered('service_unavailable', 503, { retryAfter: 5 }),
    answered('service_unavailable', 502, { reason: 'engine_crashed' }),
    answered('bad_request', 409, { retryAfter: 1 }),
  ];
  const final = [
    answered('quota_exceeded', 429),
    answered('bad_request', 400),
    answered('unsupported_route', 422),
    answered('invalid_api_key', 401),
    answered('internal_error', 500),
    answered('service_unavailable', 502, { reason: 'timeout' }),
    new Error('of another kind'),
  ];
  assert.deepEqual(
    passing.map((error) => waitFor(error) !== undefined),
    passing.map(() => true),
  );
  assert.deepEqual(
    final.map((error) => waitFor(error)),
    final.map(() => undefined),
  );
});

test('doubles the retry delay, but waits at least as long as the service requests', () => {
  const broken = new ConnectionError('reset');
  assert.deepEqual([waitFor(broken, 1), waitFor(broken, 2)], [500, 1000]);
  assert.equal(waitFor(broken, 1, 'always', 0), 250);
  assert.equal(waitFor(answered('rate_limited', 429, { retryAfter: 7 })), 7000);
});

test('returns no retry delay after the last retry or if the requested delay is too long', () => {
  assert.equal(waitFor(new ConnectionError('reset'), 3), undefined);
  assert.equal(waitFor(answered('rate_limited', 429, { retryAfter: 61 })), undefined);
});

test('retries a request without an idempotency key only if the service rejected the request', () => {
  assert.equal(waitFor(new ConnectionError('reset'), 1, 'if-refused'), undefined);
  assert.equal(waitFor(answered('service_unavailable', 502), 1, 'if-refused'), undefined);
  assert.equal(waitFor(answered('service_unavailable', 503), 1, 'if-refused'), 500);
  assert.equal(waitFor(answered('service_unavailable', 503), 1, 'never'), undefined);
});
