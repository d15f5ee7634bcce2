import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { fastify } from 'fastify';
import { Connections } from './connections.ts';
import { Shutdown } from './shutdown.ts';

const connections = new Connections({
  connectionsAtOnce: 1,
  trustProxy: [],
  minimumThroughput: { bytesPerSecond: 1, seconds: 1 },
});

test('a shutdown aborts running work only at the end of the grace period', async () => {
  using shutdown = new Shutdown();
  const aborted = once(shutdown.ending, 'abort', { signal: AbortSignal.timeout(5_000) });
  await shutdown.drain({ server: fastify(), connections, drains: [] }, 50);
  assert.equal(shutdown.ending.aborted, false);
  await aborted;
});
