import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import type { ReadyWorkers } from '@protean/engines/warm/warm-engine-spec.ts';
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

function poolWith(ready: ReadyWorkers): Pool {
  return new Pool({
    ...{ ready, maxRetained: 1, maxJobs: 100 },
    open: () => Promise.resolve({ process, dir: '' }),
    remove: () => Promise.resolve(),
  });
}

/** Lets what has been promised happen. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Waits while nobody has a job. */
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

test('after a job without an owner as many wait as a burst takes, started while no job runs', async () => {
  const pool = poolWith({ atRest: 1, inUse: 1, inBurst: 5 });
  pool.fill();
  await quiet(10_000);
  assert.equal(pool.state.ready, 1);
  await runJob(pool);
  assert.equal(pool.state.ready, 1, 'the next job finds one');
  const running = await pool.acquire(undefined);
  await quiet(10_000);
  assert.equal(pool.state.ready, 0, 'none is started beside a job');
  pool.release(running, undefined);
  await quiet(10_000);
  assert.equal(pool.state.ready, 5);
  const { built } = pool.state;
  for (let n = 0; n < 5; n += 1) await runJob(pool);
  assert.ok(pool.state.built - built <= 1, 'a burst waits for none');
});

test('when nobody has used it for five minutes, as many wait as at rest', async () => {
  const pool = poolWith({ atRest: 0, inUse: 1, inBurst: 5 });
  pool.fill();
  await quiet(1_000);
  assert.equal(pool.state.built, 0);
  await runJob(pool, 'me');
  await quiet(2_000);
  assert.deepEqual([pool.state.ready, pool.state.kept], [1, 1], 'an owner has one of his own, and one waits');
  await quiet(301_000);
  assert.deepEqual([pool.state.ready, pool.state.kept], [0, 0]);
});
