import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Allowance } from './allowance.ts';

test('starts only as many requests as the rate limit allows', () => {
  const allowance = new Allowance(2);
  assert.deepEqual([allowance.take(0), allowance.take(0), allowance.take(0)], [true, true, false]);
  assert.equal(allowance.nextAt(0), undefined, 'an answer has to come first');
  allowance.answered({ remaining: 0, endsInMs: 30_000 }, 1_000);
  assert.equal(allowance.nextAt(1_000), 31_000);
  assert.equal(allowance.take(30_999), false);
  assert.equal(allowance.take(31_000), true);
});

test('uses the number of remaining requests that a response reports', () => {
  const allowance = new Allowance(5);
  allowance.take(0);
  allowance.answered({ remaining: 0, endsInMs: 10_000 }, 0);
  assert.equal(allowance.take(1), false);
});

test('does not start a request after a refusal until the specified delay has passed', () => {
  const allowance = new Allowance(5);
  allowance.refused(42_000, 1_000);
  assert.equal(allowance.nextAt(1_001), 43_000);
  assert.equal(allowance.nextAt(43_000), undefined);
});
