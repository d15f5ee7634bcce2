import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import type { ReadyEngines } from '@protean/engines/warm/warm-engine-spec.ts';
import { Pool, type SandboxHandle } from './pool.ts';
import type { SandboxProcess } from './sandbox-process.ts';

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ['setTimeout'] });
});

const process = {
  isIdle: true,
  jobs: 1,
  destroy: () => Promise.resolve(),
  removeFiles: () => Promise.resolve(),
} as unknown as SandboxProcess;

function poolWith(ready: ReadyEngines): Pool {
  return new Pool({
    ...{ ready, maxRetained: 1, maxJobs: 100 },
    open: () => Promise.resolve({ process, dir: '' }),
    remove: () => Promise.resolve(),
  });
}

/** Runs pending promise callbacks. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Advances the time while no job runs. */
async function quiet(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 100) {
    mock.timers.tick(Math.min(left, 100));
    await settle();
  }
}

async function runJob(pool: Pool, owner?: string): Promise<SandboxHandle> {
  const handle = await pool.acquire(owner);
  pool.release(handle, owner);
  await settle();
  return handle;
}

test('prepares sandboxes for a burst of anonymous jobs, but only while no job runs', async () => {
  const pool = poolWith({ atRest: 1, inUse: 1, inBurst: 5 });
  pool.fill();
  await quiet(10_000);
  assert.equal(pool.state.ready, 1);
  await runJob(pool);
  assert.equal(pool.state.ready, 1, 'one is ready for the next job');
  const running = await pool.acquire(undefined);
  await quiet(10_000);
  assert.equal(pool.state.ready, 0, 'none is started during a job');
  pool.release(running, undefined);
  await quiet(10_000);
  assert.equal(pool.state.ready, 5);
  const { built } = pool.state;
  for (let n = 0; n < 5; n += 1) await runJob(pool);
  assert.ok(pool.state.built - built <= 1, 'a burst does not wait for new sandboxes');
});

test('reduces the number of ready sandboxes to the idle number after 5 minutes without jobs', async () => {
  const pool = poolWith({ atRest: 0, inUse: 1, inBurst: 5 });
  pool.fill();
  await quiet(1_000);
  assert.equal(pool.state.built, 0);
  await runJob(pool, 'me');
  await quiet(2_000);
  assert.deepEqual(
    [pool.state.ready, pool.state.kept],
    [1, 1],
    'one is retained for the owner, and one is ready',
  );
  await quiet(301_000);
  assert.deepEqual([pool.state.ready, pool.state.kept], [0, 0]);
});
