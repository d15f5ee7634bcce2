/** Measures how many jobs per second enter and leave a queue, by number of workers and length of the queue. */
import { timed } from '../measure.ts';
import { accountCount, inParallel, type QueueUnderTest } from './queue-under-test.ts';

/** The number of workers, and the number of jobs that each worker claims with one statement. */
export interface Load {
  workers: number;
  batch: number;
}

/**
 * Jobs per second. `both` is the rate of claiming and finishing together. `claim` and `finish` are set if the two can
 * be timed separately.
 */
export interface Rates {
  enqueue: number;
  claim?: number;
  finish?: number;
  both: number;
}

const perSecond = (jobs: number, ms: number) => (jobs * 1000) / ms;

/** Inserts up to `jobs` jobs, then drains the same number, and returns the rates. Each part takes at most `maxMs`. */
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
