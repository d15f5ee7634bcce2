/** Tests that a run's time limit is extended only while the run waits for a processor. */
import assert from 'node:assert/strict';
import { describe, mock, test } from 'node:test';
import type { SandboxLimits } from '@protean/engines/contract/limits.ts';
import type { ProcessorTimes, ThreadTimes } from './processor-time.ts';
import { supervise } from './supervise.ts';

const limits: SandboxLimits = {
  ...{ wallMs: 10_000, longestWallMs: 60_000, memory: 1, processes: 1, outputBytes: 1, outputFiles: 1 },
};

/**
 * Simulates a run that does not end by itself. Returns the milliseconds until the run is killed, and the waiting times
 * that were reported during the run and at its end. `times(ms)` returns the processor times of the run after `ms`.
 */
async function endOf(
  times: (ms: number) => ProcessorTimes,
  given: Partial<SandboxLimits> = {},
): Promise<{ ms: number; waitedMs: number; reported: readonly number[] }> {
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    let ms = 0;
    let isKilled = false;
    const reported: number[] = [];
    const exit = Promise.withResolvers<{ status: null; signal: 'SIGKILL' }>();
    const run = supervise({
      limits: { ...limits, ...given },
      signal: undefined,
      exited: exit.promise,
      kill: () => {
        isKilled = true;
        exit.resolve({ status: null, signal: 'SIGKILL' });
      },
      watched: () => {},
      onWaited: (waitedMs) => void reported.push(waitedMs),
      processorTimes: () => times(ms),
      now: () => ms,
      processors: 2,
    });
    while (!isKilled && ms < 200_000) {
      ms += 10;
      mock.timers.tick(10);
    }
    const { ending, waitedMs } = await run;
    assert.equal(ending, 'timeout');
    return { ms, waitedMs, reported };
  } finally {
    mock.timers.reset();
  }
}

/** Returns the times of a thread that runs for a third of `ms`, and waits for the rest. */
const aThird = (ms: number): ThreadTimes => ({ ranMs: ms / 3, waitedMs: (ms * 2) / 3, isReady: true });

const endedAfter = async (...given: Parameters<typeof endOf>) => (await endOf(...given)).ms;

/** Returns the times of threads that have only waited, for the given milliseconds, and have not run. */
const waiting = (...waited: number[]) =>
  threads(...waited.map((waitedMs) => ({ ranMs: 0, waitedMs, isReady: false })));

const threads = (...times: ThreadTimes[]) => new Map(times.map((one, thread) => [thread + 1, one]));

describe('limits the duration of a run', () => {
  test('stops a sleeping run at the time limit', async () => {
    assert.equal(await endedAfter(() => ({ usedMs: 0, threads: waiting(0) })), 10_000);
  });

  test('extends the time limit of a run while one of its threads waits for a processor', async () => {
    // The thread runs for one third of the time and waits for a processor for two thirds of the time. The first 250 ms
    // count completely, because the clock starts only after 250 ms.
    const ended = await endedAfter((ms) => ({ usedMs: ms / 3, threads: threads(aThird(ms)) }));
    assert.ok(ended > 29_000 && ended < 30_500, `${ended}`);
  });

  test('short processes that wait for a processor extend the time limit of their run', async () => {
    // Each process exists for 300 ms. Most processes have exited when the times are read.
    const ended = await endedAfter((ms) => ({
      usedMs: ms / 3,
      threads: new Map([[Math.floor(ms / 300), aThird(ms % 300)]]),
    }));
    assert.ok(ended > 27_000 && ended < 31_000, `${ended}`);
  });

  test('does not extend the time limit of a run whose short-lived processes never wait for a processor', async () => {
    const ended = await endedAfter((ms) => ({
      usedMs: ms,
      threads: new Map([[Math.floor(ms / 300), { ranMs: ms % 300, waitedMs: 0, isReady: true }]]),
    }));
    assert.equal(ended, 10_000);
  });

  test('waiting for a processor extends the time limit of a run even before the wait ends', async () => {
    // The thread runs for 500 ms after every wait of 4.5 s. The kernel counts a wait only at the end of the wait.
    const ended = await endedAfter((ms) => {
      const [rounds, rest] = [Math.floor(ms / 5_000), ms % 5_000];
      const ranMs = rounds * 500 + Math.max(0, rest - 4_500);
      const waitedMs = rounds * 4_500 + (rest > 4_500 ? 4_500 : 0);
      return { usedMs: ranMs, threads: threads({ ranMs, waitedMs, isReady: true }) };
    });
    assert.equal(ended, 60_000);
  });

  test('extends the time limit of a sleeping run by at most 1 s, even if its threads are often runnable', async () => {
    const ended = await endedAfter((ms) => {
      const ranMs = ms / 100;
      return { usedMs: ranMs, threads: threads({ ranMs, waitedMs: 0, isReady: ms % 2_000 < 1_000 }) };
    });
    assert.ok(ended >= 10_000 && ended <= 11_000, `${ended}`);
  });

  test('reports how long a run waited for a processor', async () => {
    const { waitedMs, reported } = await endOf((ms) => ({ usedMs: ms / 3, threads: threads(aThird(ms)) }));
    assert.ok(waitedMs > 19_000 && waitedMs < 20_500, `${waitedMs}`);
    assert.ok(Math.abs((reported[10] ?? 0) - 6_670) < 100, reported.join(' '));
    assert.equal((await endOf(() => ({ usedMs: 0, threads: waiting(0) }))).waitedMs, 0);
  });

  test('does not extend the time limit of a run beyond the configured maximum', async () => {
    const starved = (ms: number) => ({ usedMs: 0, threads: waiting(ms) });
    assert.equal(await endedAfter(starved), 60_000);
    assert.equal(await endedAfter(starved, { longestWallMs: 15_000 }), 15_000);
  });

  test('extends the time limit of a run by the waiting time of one thread, not of all threads', async () => {
    const ended = await endedAfter((ms) => ({
      usedMs: 0,
      threads: ms < 3000 ? waiting(ms / 2, ms / 2) : waiting(ms / 2, ms / 2, (ms - 3000) / 2),
    }));
    assert.ok(ended > 17_500 && ended < 20_500, `${ended}`);
  });

  test('does not extend the time limit of a run whose threads only wait for each other', async () => {
    // 8 threads share 2 processors, so each thread waits most of the time.
    const wait = (ms: number) => ({
      usedMs: 2 * ms,
      threads: threads(
        ...Array<ThreadTimes>(8).fill({ ranMs: ms / 4, waitedMs: (ms * 3) / 4, isReady: true }),
      ),
    });
    const ended = await endedAfter(wait);
    assert.ok(ended <= 10_010, `${ended}`);
  });

  test('reports waiting times of a run even if its time limit cannot be extended', async () => {
    const starved = (ms: number) => ({ usedMs: 0, threads: waiting(ms) });
    const { ms, reported } = await endOf(starved, { longestWallMs: 10_000 });
    assert.deepEqual([ms, reported.length], [10_000, 10]);
  });

  test('does not read the processor times of a short run', async () => {
    const unread = (): ProcessorTimes => assert.fail('the counters were read');
    const exit = { status: 0, signal: null };
    const calls = { kill: () => {}, watched: () => {}, onWaited: () => {}, processorTimes: unread };
    const end = await supervise({ limits, signal: undefined, exited: Promise.resolve(exit), ...calls });
    assert.deepEqual([end.ending, end.waitedMs], ['exit', 0]);
  });
});
