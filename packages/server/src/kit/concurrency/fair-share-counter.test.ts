import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FairShareCounter } from './fair-share-counter.ts';

test('gives one holder at most half of the units', () => {
  const counter = new FairShareCounter(4);
  assert.deepEqual(
    ['a', 'a', 'a', 'b', 'b', 'c'].map((holder) => counter.acquire(holder)),
    [true, true, false, true, true, false],
  );
  counter.release('a');
  assert.ok(counter.acquire('c'));
  assert.equal(counter.held, 4);
});

test('gives the only unit to one holder at a time', () => {
  const counter = new FairShareCounter(1);
  assert.ok(counter.acquire('a'));
  assert.ok(!counter.acquire('b'));
  counter.release('a');
  assert.ok(counter.acquire('b'));
});
