/** How many jobs go into a queue and out of it in a second, by so many workers at a time and on top of so many that wait. */
import { timed } from '../measure.ts';
import { accountCount, inParallel, type QueueUnderTest } from './queue-under-test.ts';

/** How many work at once, and how many jobs each takes with one statement. */
export interface Load {
  workers: number;
  batch: number;
}

/** Per second; claim and finish where a queue does them apart. */
export interface Rates {
  enqueue: number;
  claim?: number;
  finish?: number;
  both: number;
}

const perSecond = (jobs: number, ms: number) => (jobs * 1000) / ms;

/** Puts up to `jobs` in and takes as many out, each for `maxMs` at most. */
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
