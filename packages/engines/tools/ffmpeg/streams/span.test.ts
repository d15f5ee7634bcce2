/** The options start and end select a part of a recording. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { spanFlags, spanSeconds } from './span.ts';

test('a part has the requested length, as far as the recording reaches', () => {
  assert.equal(spanSeconds(10, {}), 10);
  assert.equal(spanSeconds(10, { start: 4 }), 6);
  assert.equal(spanSeconds(10, { start: 4, end: 5 }), 1);
  assert.equal(spanSeconds(10, { start: 4, end: 50 }), 6);
  assert.equal(spanSeconds(undefined, { start: 4 }), undefined);
});

test('nothing is left after the end, or when the end is before the start', () => {
  assert.equal(spanSeconds(10, { start: 12 }), 0);
  assert.equal(spanSeconds(undefined, { start: 5, end: 5 }), 0);
});

test('the flags give a length instead of an end, because it counts from the start', () => {
  assert.deepEqual(spanFlags({ start: 2, end: 5 }), ['-ss', '2', '-t', '3']);
});
