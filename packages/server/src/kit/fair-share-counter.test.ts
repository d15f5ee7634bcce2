import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FairShareCounter } from './fair-share-counter.ts';

test('nobody holds more than half, nor all together more than there is', () => {
  const tally = new FairShareCounter(4);
  assert.deepEqual(
    ['a', 'a', 'a', 'b', 'b', 'c'].map((holder) => tally.acquire(holder)),
    [true, true, false, true, true, false],
  );
  tally.release('a');
  assert.ok(tally.acquire('c'));
  assert.equal(tally.held, 4);
});

test('of one there is one for anybody', () => {
  const tally = new FairShareCounter(1);
  assert.ok(tally.acquire('a'));
  assert.ok(!tally.acquire('b'));
  tally.release('a');
  assert.ok(tally.acquire('b'));
});
