/**
 * Drains a queue that has separate calls to claim and to complete jobs. First claims all jobs, then completes them, so
 * that the benchmark can time claims and completions separately.
 */
import { timed } from '../measure.ts';
import { inParallel, type Drain, type Drained, type QueueUnderTest } from './queue-under-test.ts';

interface Calls<Job> {
  /** Claims up to `most` jobs. */
  claim: (most: number) => Promise<readonly Job[]>;
  finish: (job: Job) => Promise<void>;
  accountOf: (job: Job) => number;
}

export function byHand<Job>({
  claim,
  finish,
  accountOf,
}: Calls<Job>): Pick<QueueUnderTest, 'drain' | 'order'> {
  return {
    async drain({ workers, batch, jobs, maxMs }: Drain): Promise<Drained> {
      const claimed: Job[] = [];
      const began = performance.now();
      let asked = 0;
      const claimMs = await timed(() =>
        inParallel(workers, async () => {
          const most = Math.min(batch, jobs - asked);
          if (most <= 0 || performance.now() - began > maxMs) return false;
          asked += most;
          const got = await claim(most);
          claimed.push(...got);
          return got.length > 0;
        }),
      );
      let ended = 0;
      const finishMs = await timed(() =>
        inParallel(workers, async () => {
          const job = claimed[ended];
          if (job === undefined) return false;
          ended += 1;
          await finish(job);
          return true;
        }),
      );
      return { jobs: claimed.length, ms: claimMs + finishMs, claimMs, finishMs };
    },

    async order(accounts, slots) {
      const order: number[] = [];
      const seen = new Set<number>();
      const running: Job[] = [];
      while (seen.size < accounts) {
        const [job] = running.length < slots ? await claim(1) : [];
        if (job !== undefined) {
          order.push(accountOf(job));
          seen.add(accountOf(job));
          running.push(job);
          continue;
        }
        const oldest = running.shift();
        if (oldest === undefined) break;
        await finish(oldest);
      }
      for (const job of running) await finish(job);
      return order;
    },
  };
}
