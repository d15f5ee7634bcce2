/**
 * Process that claims queued jobs concurrently with other processes, until the queue is empty. The process begins to
 * claim jobs when its parent process sends a message, and replies with the ids of the claimed jobs.
 */
import { Claims } from '../../../packages/server/src/jobs/claims.ts';
import { openLimitsProcess, TestClock } from '../server/limits-process.ts';

export interface JobsRaceOutcome {
  ids: string[];
}

const [env = '', time] = process.argv.slice(2);
const clock = new TestClock(Number(time));
const { db, lease, close } = await openLimitsProcess(JSON.parse(env) as Record<string, string>, clock);

async function claimAll(): Promise<JobsRaceOutcome> {
  const ids: string[] = [];
  const claims = new Claims({ database: db, clock, capabilities: [] });
  for (;;) {
    const jobs = await claims.next(await lease.ensure(), 3);
    if (jobs.length === 0) return { ids };
    ids.push(...jobs.map(({ id }) => id));
  }
}

process.on('message', () => void claimAll().then((claimed) => process.send?.(claimed)));
process.once('disconnect', () => void close());
process.send?.('ready');
