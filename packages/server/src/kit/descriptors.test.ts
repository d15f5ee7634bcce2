/** Tests that the connection limit leaves enough file descriptors for conversions. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connectionsWithin, descriptorLimit } from './descriptors.ts';

for (const [descriptors, connections] of [
  [1, 1],
  [256, 128],
  [1_024, 512],
  [65_536, 64_536],
  [Infinity, Infinity],
] as const) {
  test(`allows ${connections} connections with ${descriptors} file descriptors`, () => {
    assert.equal(connectionsWithin(descriptors), connections);
  });
}

test('reads the file descriptor limit of this process', () => assert.ok(descriptorLimit() >= 64));
