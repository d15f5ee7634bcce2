/** Submits the jobs of a chaos run while processes crash, and waits until every job and webhook is finished. */
import { setTimeout as pause } from 'node:timers/promises';
import { isDatabaseAway } from '../../packages/server/src/db/away.ts';
import type { Registry } from '../support/storage/registry.ts';
import { until } from '../support/server/service.ts';
import type { WebhookReceiver } from '../support/jobs/webhook-receiver.ts';
import type { SeededRandom } from './seeded-random.ts';
import { cancel, jobOf, submit, type Addressed, type ChaosCustomer } from './customers.ts';
import { jobTask, type JobTask } from './tasks.ts';

/**
 * Number of jobs in a batch (`batchSize`). The next batch is submitted when at most `maxUnfinished` jobs are
 * unfinished.
 */
const batchSize = 8;
const maxUnfinished = 12;

/** A submitted job, as the customer knows it. The test compares the submitted job with the service's responses. */
export interface SubmittedJob {
  id: string;
  customer: ChaosCustomer;
  task: JobTask;
  /** Path of the job's webhook URL. Undefined for a job without a webhook. */
  webhookPath: string | undefined;
  /**
   * Whether the customer requested cancellation of the job. The job may have ended before the request for cancellation.
   */
  cancelled: boolean;
}

interface CampaignServices {
  /**
   * `pendingFaults` is the number of planned faults that have not happened yet. While `pendingFaults` is above 0, the
   * campaign submits more jobs.
   */
  group: Addressed & { pendingFaults: number };
  registry: Registry;
  receiver: WebhookReceiver;
  customers: readonly [ChaosCustomer, ...ChaosCustomer[]];
  random: SeededRandom;
}

/**
 * Submits at least `count` jobs and returns them. If planned faults have not happened yet, submits up to 3 times
 * `count` jobs.
 */
export async function submitJobs(count: number, services: CampaignServices): Promise<SubmittedJob[]> {
  const { group, registry } = services;
  const jobs: SubmittedJob[] = [];
  while (jobs.length < count || (group.pendingFaults > 0 && jobs.length < 3 * count)) {
    const first = jobs.length + 1;
    const batch = Array.from({ length: batchSize }, (_, at) => submitOne(first + at, services));
    jobs.push(...(await Promise.all(batch)));
    await until('the queue is short', 120_000, async () => {
      await pause(20);
      return (await unfinished(registry)) <= maxUnfinished;
    });
  }
  return jobs;
}

async function submitOne(
  n: number,
  { group, receiver, customers, random }: CampaignServices,
): Promise<SubmittedJob> {
  const customer = random.pick(customers);
  const webhookPath = random.chance(2 / 3) ? `/job/${n}` : undefined;
  const cancelling = random.chance(1 / 8) ? random.pick(['at once', 'when it runs']) : 'never';
  const order = { task: jobTask(n, random), key: `job-${n}` };
  const webhook = webhookPath === undefined ? {} : { webhookUrl: receiver.url + webhookPath };
  const id = await submit(group, customer, { ...order, ...webhook });
  if (cancelling === 'when it runs') await started(group, customer, id);
  if (cancelling !== 'never') await cancel(group, customer, id);
  return { id, customer, webhookPath, task: order.task, cancelled: cancelling !== 'never' };
}

function started(group: Addressed, customer: ChaosCustomer, id: string): Promise<void> {
  return until('it has started', 120_000, async () => (await jobOf(group, customer, id)).status !== 'queued');
}

/** Returns the number of queued and running jobs, or Infinity while the database is unavailable. */
async function unfinished({ database }: Registry): Promise<number> {
  try {
    const { count } = await database.query
      .selectFrom('jobs')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('status', 'in', ['queued', 'processing'])
      .executeTakeFirstOrThrow();
    return count;
  } catch (error) {
    if (isDatabaseAway(error)) return Infinity;
    throw error;
  }
}

/** Resolves when all jobs are finished and no webhook delivery is pending. */
export async function settled(registry: Registry): Promise<void> {
  await until('all jobs are finished', 120_000, async () => (await unfinished(registry)) === 0);
  await until('all webhooks are delivered', 60_000, async () => {
    const due = registry.database.query.selectFrom('deliveries').select('id').where('due_at', 'is not', null);
    return (await due.execute()).length === 0;
  });
}
