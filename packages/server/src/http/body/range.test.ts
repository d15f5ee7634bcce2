import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRange } from './range.ts';

const rows = [
  [undefined, 'whole'],
  ['bytes=0-', { start: 0, end: 9 }],
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=3-5', { start: 3, end: 5 }],
  ['bytes=3-99', { start: 3, end: 9 }],
  ['bytes=9-', { start: 9, end: 9 }],
  ['bytes=10-', 'none'],
  ['bytes=-4', { start: 6, end: 9 }],
  ['bytes=-99', { start: 0, end: 9 }],
  ['bytes=-0', 'none'],
  ['Bytes = 1-2', { start: 1, end: 2 }],
  // A server may ignore multiple ranges, units other than bytes, and malformed ranges. For an ignored Range header,
  // Protean returns the whole file.
  ['bytes=0-1,3-4', 'whole'],
  ['lines=0-1', 'whole'],
  ['bytes=5-3', 'whole'],
  ['bytes=-', 'whole'],
  ['bytes=a-b', 'whole'],
] as const;

for (const [header, range] of rows) {
  test(`parses the Range header ${header} for a file of 10 bytes as ${JSON.stringify(range)}`, () =>
    assert.deepEqual(readRange(header, 10), range));
}
