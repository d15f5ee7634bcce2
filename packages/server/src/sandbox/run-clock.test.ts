/** Tests that a run's time limit is extended only while the run waits for a processor. */
import assert from 'node:assert/strict';
import { describe, mock, test } from 'node:test';
import type { SandboxLimits } from '@protean/engines/contract/limits.ts';
import type { ProcessorTimes } from './processor-time.ts';
import { supervise } from './supervise.ts';

const limits: SandboxLimits = {
  ...{ wallMs: 10_000, longestWallMs: 60_000, memory: 1, processes: 1, outputBytes: 1, outputFiles: 1 },
};

/**
 * Simulates a run that does not end by itself, and returns the milliseconds until it is killed. `times(ms)`
 * returns the processor times of the run after `ms`.
 */
async function endedAfter(
  times: (ms: number) => ProcessorTimes,
  given: Partial<SandboxLimits> = {},
): Promise<number> {
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    let ms = 0;
    let isKilled = false;
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
      processorTimes: () => times(ms),
      now: () => ms,
      processors: 2,
    });
    while (!isKilled && ms < 200_000) {
      ms += 10;
      mock.timers.tick(10);
    }
    assert.equal((await run).ending, 'timeout');
    return ms;
  } finally {
    mock.timers.reset();
  }
}

const waiting = (...waited: number[]) => new Map(waited.map((ms, thread) => [thread + 1, ms]));

describe('time limit of a run', () => {
  test('ends a run that only sleeps at its time limit', async () => {
    assert.equal(await endedAfter(() => ({ usedMs: 0, waitedMs: waiting(0) })), 10_000);
  });

  test('extends the time limit of a run while one of its threads waits for a processor', async () => {
    // The thread runs for a third of the time and waits for the rest. The first second counts completely,
    // because the clock starts after it.
    const ended = await endedAfter((ms) => ({ usedMs: ms / 3, waitedMs: waiting((ms * 2) / 3) }));
    assert.ok(ended > 27_000 && ended < 29_500, `${ended}`);
  });

  test('does not extend the time limit of a run beyond the configured maximum', async () => {
    const starved = (ms: number) => ({ usedMs: 0, waitedMs: waiting(ms) });
    assert.equal(await endedAfter(starved), 60_000);
    assert.equal(await endedAfter(starved, { longestWallMs: 15_000 }), 15_000);
  });

  test('extends the time limit of a run by the waiting time of only one thread, even if other threads start later', async () => {
    const ended = await endedAfter((ms) => ({
      usedMs: 0,
      waitedMs: ms < 3000 ? waiting(ms / 2, ms / 2) : waiting(ms / 2, ms / 2, (ms - 3000) / 2),
    }));
    assert.ok(ended > 17_500 && ended < 20_500, `${ended}`);
  });

  test('does not extend the time limit of a run whose threads only wait for each other', async () => {
    // 8 threads share both processors, so each of them waits most of the time.
    const wait = (ms: number) => ({
      usedMs: 2 * ms,
      waitedMs: waiting(...Array<number>(8).fill((ms * 3) / 4)),
    });
    const ended = await endedAfter(wait);
    assert.ok(ended <= 10_010, `${ended}`);
  });

  test('does not read processor times if the time limit of a run cannot be extended', async () => {
    const unread = (): ProcessorTimes => assert.fail('the counters were read');
    assert.equal(await endedAfter(unread, { longestWallMs: 10_000 }), 10_000);
  });
});
