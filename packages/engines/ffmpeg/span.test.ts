/** Parts of recordings. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { spanFlags, spanSeconds } from './span.ts';

test('a part is as long as it was asked for, as far as there is something', () => {
  assert.equal(spanSeconds(10, {}), 10);
  assert.equal(spanSeconds(10, { start: 4 }), 6);
  assert.equal(spanSeconds(10, { start: 4, end: 5 }), 1);
  assert.equal(spanSeconds(10, { start: 4, end: 50 }), 6);
  assert.equal(spanSeconds(undefined, { start: 4 }), undefined);
});

test('nothing is left beyond the end, or where the end comes first', () => {
  assert.equal(spanSeconds(10, { start: 12 }), 0);
  assert.equal(spanSeconds(undefined, { start: 5, end: 5 }), 0);
});

test('the flags give a length, not an end, for they count from the start', () => {
  assert.deepEqual(spanFlags({ start: 2, end: 5 }), ['-ss', '2', '-t', '3']);
});
