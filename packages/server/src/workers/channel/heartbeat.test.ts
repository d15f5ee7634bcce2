/** A worker lives while its heartbeats come. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isLiving } from './heartbeat.ts';

const now = 1_000_000;

for (const [what, at, living] of [
  ['a heartbeat of now', now, true],
  ['one that is late, and a clock that is behind', now - 7_999, true],
  ['five that are missing', now - 8_000, false],
  ['a clock that is ahead', now + 3_000, true],
] as const) {
  test(`${what}: ${living ? 'living' : 'gone'}`, () => {
    assert.equal(isLiving({ heartbeat_at: at }, now), living);
  });
}
