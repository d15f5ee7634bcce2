/** One run: jobs sent to a service whose processes die one after the other, and everything looked at when it is over. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Registry } from '../../packages/server/src/accounts/registry.ts';
import { until } from '../support/service.ts';
import type { Receiver } from '../support/webhook-receiver.ts';
import type { Chance } from './chance.ts';
import type { ProcessGroup } from './process-group.ts';
import { cancel, jobOf, submit, type Customer } from './customers.ts';
import type { Sent } from './sent.ts';
import { task } from './tasks.ts';

/** So many are sent together, and so many may wait when the next are sent. */
const together = 8;
const maxWaiting = 12;

interface CampaignServices {
  group: ProcessGroup;
  registry: Registry;
  receiver: Receiver;
  customers: readonly [Customer, ...Customer[]];
  chance: Chance;
}

/** Sends `count` jobs, and more while somebody is still to die, up to three times as many. */
export async function send(count: number, parts: CampaignServices): Promise<Sent[]> {
  const { group, registry } = parts;
  const sent: Sent[] = [];
  while (sent.length < count || (group.doomed > 0 && sent.length < 3 * count)) {
    const first = sent.length + 1;
    const batch = Array.from({ length: together }, (_, at) => sendOne(first + at, parts));
    sent.push(...(await Promise.all(batch)));
    await until('the line is short', 120_000, async () => {
      await pause(20);
      return (await waiting(registry)) <= maxWaiting;
    });
  }
  return sent;
}

async function sendOne(n: number, { group, receiver, customers, chance }: CampaignServices): Promise<Sent> {
  const customer = chance.pick(customers);
  const path = chance.falls(2 / 3) ? `/job/${n}` : undefined;
  const fate = chance.falls(1 / 8) ? chance.pick(['at once', 'when it runs']) : 'left alone';
  const order = { task: task(n, chance), key: `job-${n}` };
  const webhook = path === undefined ? {} : { webhookUrl: receiver.url + path };
  const id = await submit(group, customer, { ...order, ...webhook });
  if (fate === 'when it runs') await begun(group, customer, id);
  if (fate !== 'left alone') await cancel(group, customer, id);
  return { id, customer, path, task: order.task, cancelled: fate !== 'left alone' };
}

function begun(group: ProcessGroup, customer: Customer, id: string): Promise<void> {
  return until('it has begun', 120_000, async () => (await jobOf(group, customer, id)).status !== 'queued');
}

/** Jobs that have not ended. */
async function waiting({ database }: Registry): Promise<number> {
  const { count } = await database.query
    .selectFrom('jobs')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('status', 'in', ['queued', 'processing'])
    .executeTakeFirstOrThrow();
  return count;
}

/** Resolves when every job has ended and every receiver was told. */
export async function settled(registry: Registry): Promise<void> {
  await until('all jobs have ended', 120_000, async () => (await waiting(registry)) === 0);
  await until('all receivers have heard', 60_000, async () => {
    const due = registry.database.query.selectFrom('deliveries').select('id').where('due_at', 'is not', null);
    return (await due.execute()).length === 0;
  });
}
