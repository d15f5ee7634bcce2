import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Tally } from './tally.ts';

test('nobody holds more than half, nor all together more than there is', () => {
  const tally = new Tally(4);
  assert.deepEqual(
    ['a', 'a', 'a', 'b', 'b', 'c'].map((holder) => tally.take(holder)),
    [true, true, false, true, true, false],
  );
  tally.give('a');
  assert.ok(tally.take('c'));
  assert.equal(tally.held, 4);
});

test('of one there is one for anybody', () => {
  const tally = new Tally(1);
  assert.ok(tally.take('a'));
  assert.ok(!tally.take('b'));
  tally.give('a');
  assert.ok(tally.take('b'));
});
