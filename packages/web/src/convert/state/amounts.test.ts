import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeCountdown, writePercent, writeSize } from './amounts.ts';

test('formats file sizes in units of 1,024 bytes, with at most one decimal place for small numbers', () => {
  const rows: [bytes: number, text: string][] = [
    [0, '0 bytes'],
    [1023, '1,023 bytes'],
    [1024, '1 kB'],
    [25 * 1024 * 1024, '25 MB'],
    [2.44 * 1024 * 1024, '2.4 MB'],
    [3 * 1024 ** 4, '3,072 GB'],
  ];
  for (const [bytes, text] of rows) assert.equal(writeSize(bytes, 'en'), text);
  assert.equal(writeSize(2.44 * 1024 * 1024, 'de'), '2,4 MB');
});

test('rounds a countdown up to whole seconds', () => {
  assert.equal(writeCountdown(41_001), '0:42');
  assert.equal(writeCountdown(60_000), '1:00');
  assert.equal(writeCountdown(-5), '0:00');
});

test('formats fractions as whole percentages', () => {
  assert.equal(writePercent(0.874, 'en'), '87%');
});
