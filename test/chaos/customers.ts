/** Customers who do not give up: what a dying server did not answer they ask again, as the documentation tells them to. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Registry } from '../../packages/server/src/accounts/registry.ts';
import type { JobView } from '../../packages/server/src/jobs/record.ts';
import { answerOf, type Answer } from '../support/service.ts';
import type { ProcessGroup } from './process-group.ts';
import type { Task } from './tasks.ts';

/** Between two tries. */
const pauseMs = 50;
const answerMs = 30_000;
const plenty = { requests_per_minute: 1_000_000, monthly_conversions: 1_000_000 };

export interface Customer {
  id: string;
  key: string;
  /** What their webhooks are signed with. */
  secret: string;
}

export type Registered = Pick<Registry, 'accounts' | 'database'>;

export async function newCustomer(
  registry: Registered,
  group: ProcessGroup,
  name: string,
): Promise<Customer> {
  const { account, key } = await registry.accounts.create(`${name}@example.com`, 'hobby');
  await registry.accounts.setPlan(account.id, 'hobby', plenty);
  const answer = await insist(group, '/v1/webhooks/secret', key, () => ({ method: 'POST' }));
  return { id: account.id, key, secret: parsed<{ secret: string }>(answer).secret };
}

export interface Order {
  task: Task;
  /** The same for the same job, however often it is sent. */
  key: string;
  webhookUrl?: string;
}

/** The id of the job, of which there is one only. */
export async function submit(
  group: ProcessGroup,
  customer: Customer,
  { task, key, webhookUrl }: Order,
): Promise<string> {
  const answer = await insist(group, '/v1/jobs', customer.key, () => {
    const body = new FormData();
    body.append('file', task.file);
    body.append('target', task.target);
    if (webhookUrl !== undefined) body.append('webhook_url', webhookUrl);
    return { method: 'POST', body, headers: { 'Idempotency-Key': key } };
  });
  return parsed<{ job_id: string }>(answer).job_id;
}

export async function jobOf(group: ProcessGroup, { key }: Customer, id: string): Promise<JobView> {
  return parsed<JobView>(await insist(group, `/v1/jobs/${id}`, key));
}

export async function cancel(group: ProcessGroup, { key }: Customer, id: string): Promise<JobView> {
  return parsed<JobView>(await insist(group, `/v1/jobs/${id}`, key, () => ({ method: 'DELETE' })));
}

/** The ids of all jobs that the customer is shown. */
export async function listOf(group: ProcessGroup, { key }: Customer): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const place: string = `/v1/jobs?limit=100${cursor && `&cursor=${cursor}`}`;
    const page: { jobs: JobView[]; next_cursor: string | null } = parsed(await insist(group, place, key));
    ids.push(...page.jobs.map(({ job_id }) => job_id));
    cursor = page.next_cursor;
  }
  return ids;
}

/** How many conversions the customer is told to have used this month. */
export async function usedBy(group: ProcessGroup, { key }: Customer): Promise<number> {
  const usage = parsed<{ conversions: { used: number } }>(await insist(group, '/v1/usage', key));
  return usage.conversions.used;
}

/** What a link opens; the service is not reached under the name that is in it. */
export async function fetched(group: ProcessGroup, link: string): Promise<Answer> {
  const { pathname, search } = new URL(link);
  return answerOf(await fetch((await group.address()) + pathname + search));
}

/** The answer of a server that lived long enough to give one. Throws for any but 2xx. */
async function insist(
  group: ProcessGroup,
  place: string,
  key: string,
  init: () => RequestInit & { headers?: Record<string, string> } = () => ({}),
): Promise<Answer> {
  for (;;) {
    const answer = await once(await group.address(), place, key, init());
    if (answer && answer.status < 300) return answer;
    // A twin that is still in flight may be in a process that has just died.
    if (answer && ![409, 502, 503].includes(answer.status)) {
      throw new Error(`${place}: ${answer.status} ${answer.error.message}`);
    }
    await pause(pauseMs);
  }
}

/** Undefined when the server died over it. */
async function once(
  url: string,
  place: string,
  key: string,
  { headers, ...init }: RequestInit & { headers?: Record<string, string> },
): Promise<Answer | undefined> {
  try {
    const response = await fetch(url + place, {
      ...init,
      headers: { Authorization: `Bearer ${key}`, ...headers },
      signal: AbortSignal.timeout(answerMs),
    });
    return await answerOf(response);
  } catch {
    return undefined;
  }
}

const parsed = <T>({ body }: Answer): T => JSON.parse(body.toString()) as T;
