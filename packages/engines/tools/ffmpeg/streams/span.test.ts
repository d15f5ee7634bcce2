/** Tests that the options `start` and `end` select a part of a recording. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { spanFlags, spanSeconds } from './span.ts';

test('shortens a requested time range that exceeds the length of the recording', () => {
  assert.equal(spanSeconds(10, {}), 10);
  assert.equal(spanSeconds(10, { start: 4 }), 6);
  assert.equal(spanSeconds(10, { start: 4, end: 5 }), 1);
  assert.equal(spanSeconds(10, { start: 4, end: 50 }), 6);
  assert.equal(spanSeconds(undefined, { start: 4 }), undefined);
});

test('returns a length of 0 for an empty part and for a part after the end of the recording', () => {
  assert.equal(spanSeconds(10, { start: 12 }), 0);
  assert.equal(spanSeconds(undefined, { start: 5, end: 5 }), 0);
});

test('passes the length of the requested part to FFmpeg, not its end time', () => {
  assert.deepEqual(spanFlags({ start: 2, end: 5 }), ['-ss', '2', '-t', '3']);
});
