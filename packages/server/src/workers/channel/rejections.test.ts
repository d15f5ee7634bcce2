/** Tests that a flood of rejected connections is counted and logged once per minute. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Rejections } from './rejections.ts';

test('logs the first rejected connection at once, and later only the number of rejected connections', () => {
  const lines: unknown[] = [];
  let now = 0;
  const rejections = new Rejections({ log: { warn: (line: object) => lines.push(line) }, now: () => now });
  assert.equal(rejections.recent, 0);
  for (let n = 0; n < 1_600; n += 1) rejections.add('timeout');
  assert.equal(rejections.recent, 1_600);
  now = 60_000;
  assert.equal(rejections.recent, 0);
  rejections.add('no key');
  assert.deepEqual(lines, [
    { cause: 'timeout', connections: 1 },
    { cause: 'no key', connections: 1_600 },
  ]);
});
