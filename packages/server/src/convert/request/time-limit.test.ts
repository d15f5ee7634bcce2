import assert from 'node:assert/strict';
import { test } from 'node:test';
import { longestOf, timeLimitOf } from './time-limit.ts';

const MB = 1024 * 1024;

test('the time limit is 60 s plus 1 s for every 2 MB above 20 MB, up to 600 s (contract §3.9)', () => {
  const rows: [megabytes: number, seconds: number][] = [
    [0, 60],
    [20, 60],
    [22, 61],
    [100, 100],
    [500, 300],
    [1_100, 600],
    [5_000, 600],
  ];
  for (const [megabytes, seconds] of rows) assert.equal(timeLimitOf(megabytes * MB, 60_000), seconds * 1000);
});

test('keeps a configured time limit above 600 s', () => {
  assert.equal(timeLimitOf(5_000 * MB, 900_000), 900_000);
});

test('waiting for processors extends a time limit at most 10-fold, and at most to 600 s', () => {
  const rows: [limit: number, longest: number][] = [
    [3, 30],
    [60, 600],
    [300, 600],
    [600, 600],
    [900, 900],
  ];
  for (const [limit, longest] of rows) assert.equal(longestOf(limit * 1000), longest * 1000);
});
