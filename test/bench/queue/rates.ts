/**
 * Measures how many jobs per second can be inserted into a queue, claimed and finished by a given number of workers.
 */
import { timed } from '../measure.ts';
import { accountCount, inParallel, type QueueUnderTest } from './queue-under-test.ts';

/** The number of workers, and the number of jobs that each worker claims with one statement. */
export interface Load {
  workers: number;
  batch: number;
}

/**
 * Rates in jobs per second. `both` is the combined rate of claiming and finishing. `claim` and `finish` are set if the
 * queue can time claiming and finishing separately.
 */
export interface Rates {
  enqueue: number;
  claim?: number;
  finish?: number;
  both: number;
}

const perSecond = (jobs: number, ms: number) => (jobs * 1000) / ms;

/**
 * Inserts up to `jobs` jobs, then claims and finishes the same number, and returns the rates. Inserting and claiming
 * each stop after `maxMs` milliseconds.
 */
export async function measureRates(
  queue: QueueUnderTest,
  { workers, batch }: Load,
  { jobs, maxMs }: { jobs: number; maxMs: number },
): Promise<Rates> {
  let made = 0;
  const began = performance.now();
  const enqueueMs = await timed(() =>
    inParallel(workers, async () => {
      if (made >= jobs || performance.now() - began > maxMs) return false;
      made += 1;
      await queue.enqueue(made % accountCount);
      return true;
    }),
  );
  const out = await queue.drain({ workers, batch, jobs: made, maxMs });
  return {
    enqueue: perSecond(made, enqueueMs),
    both: perSecond(out.jobs, out.ms),
    ...(out.claimMs === undefined ? {} : { claim: perSecond(out.jobs, out.claimMs) }),
    ...(out.finishMs === undefined ? {} : { finish: perSecond(out.jobs, out.finishMs) }),
  };
}
