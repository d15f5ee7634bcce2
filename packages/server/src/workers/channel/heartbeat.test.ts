/** Tests when a worker counts as alive. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isLiving } from './heartbeat.ts';

const now = 1_000_000;

for (const [what, at, living] of [
  ['a current heartbeat', now, true],
  ['a late heartbeat and a clock that is behind', now - 7_999, true],
  ['5 missing heartbeats', now - 8_000, false],
  ['a clock that is ahead', now + 3_000, true],
] as const) {
  test(`considers a worker with ${what} ${living ? 'alive' : 'dead'}`, () => {
    assert.equal(isLiving({ heartbeat_at: at }, now), living);
  });
}
