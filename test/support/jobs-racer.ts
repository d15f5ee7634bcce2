/** One of several processes that claim queued jobs at the same time, until none is left. */
import { claimNext } from '../../packages/server/src/jobs/queue.ts';
import { openLimitsProcess, TestClock } from './limits-process.ts';

export interface JobsRaceOutcome {
  ids: string[];
}

const [env = '', time] = process.argv.slice(2);
const clock = new TestClock(Number(time));
const { db, lease, close } = await openLimitsProcess(JSON.parse(env) as Record<string, string>, clock);

async function claimAll(): Promise<JobsRaceOutcome> {
  const ids: string[] = [];
  for (;;) {
    const job = await claimNext(db, await lease.ensure(), clock.time);
    if (!job) return { ids };
    ids.push(job.id);
  }
}

process.on('message', () => void claimAll().then((claimed) => process.send?.(claimed)));
process.once('disconnect', () => void close());
process.send?.('ready');
