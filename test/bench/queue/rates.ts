/** Measures how many jobs per second enter and leave a queue, by number of workers and length of the queue. */
import { timed } from '../measure.ts';
import { accountCount, inParallel, type QueueUnderTest } from './queue-under-test.ts';

/** The number of workers, and the jobs that each claims with one statement. */
export interface Load {
  workers: number;
  batch: number;
}

/** Per second. Claim and finish are set if the queue does them separately. */
export interface Rates {
  enqueue: number;
  claim?: number;
  finish?: number;
  both: number;
}

const perSecond = (jobs: number, ms: number) => (jobs * 1000) / ms;

/** Inserts up to `jobs` and takes the same number out, each for at most `maxMs`. */
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
