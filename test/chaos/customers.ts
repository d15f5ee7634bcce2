/** Sends requests as a client should, and repeats them until a server responds, as docs/api/errors.md advises. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Registry } from '../support/storage/registry.ts';
import type { JobResource } from '../../packages/server/src/jobs/record.ts';
import { answerOf, type Answer } from '../support/server/service.ts';
import type { JobTask } from './tasks.ts';

/** Delay between two attempts of a request. */
const pauseMs = 50;
const answerMs = 30_000;
const plenty = { requests_per_minute: 1_000_000, monthly_conversions: 1_000_000 };

/** A service whose processes can stop and start at any time. */
export interface Addressed {
  /** Returns the URL of a process that accepts requests now. */
  address(): Promise<string>;
}

export interface ChaosCustomer {
  id: string;
  key: string;
  /** Secret that signs the webhooks of this customer. */
  secret: string;
}

export type Registered = Pick<Registry, 'accounts' | 'database'>;

export async function newCustomer(
  registry: Registered,
  group: Addressed,
  name: string,
): Promise<ChaosCustomer> {
  const { account, key } = await registry.accounts.create(`${name}@example.com`, 'hobby');
  await registry.accounts.setPlan(account.id, 'hobby', plenty);
  const answer = await requestUntilAnswered(group, '/v1/webhooks/secret', key, () => ({ method: 'POST' }));
  return { id: account.id, key, secret: parsed<{ secret: string }>(answer).secret };
}

export interface JobOrder {
  task: JobTask;
  /** The Idempotency-Key of all requests for the job. */
  key: string;
  webhookUrl?: string;
}

/** Submits a job and returns its id. Repeated requests return the same id. */
export async function submit(
  group: Addressed,
  customer: ChaosCustomer,
  { task, key, webhookUrl }: JobOrder,
): Promise<string> {
  const answer = await requestUntilAnswered(group, '/v1/jobs', customer.key, () => {
    const body = new FormData();
    body.append('file', task.file);
    body.append('target', task.target);
    if (webhookUrl !== undefined) body.append('webhook_url', webhookUrl);
    return { method: 'POST', body, headers: { 'Idempotency-Key': key } };
  });
  return parsed<{ job_id: string }>(answer).job_id;
}

export async function jobOf(group: Addressed, { key }: ChaosCustomer, id: string): Promise<JobResource> {
  return parsed<JobResource>(await requestUntilAnswered(group, `/v1/jobs/${id}`, key));
}

export async function cancel(group: Addressed, { key }: ChaosCustomer, id: string): Promise<JobResource> {
  return parsed<JobResource>(
    await requestUntilAnswered(group, `/v1/jobs/${id}`, key, () => ({ method: 'DELETE' })),
  );
}

/** Returns the ids of all jobs in the customer's list. */
export async function listOf(group: Addressed, { key }: ChaosCustomer): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const path: string = `/v1/jobs?limit=100${cursor && `&cursor=${cursor}`}`;
    const page: { jobs: JobResource[]; next_cursor: string | null } = parsed(
      await requestUntilAnswered(group, path, key),
    );
    ids.push(...page.jobs.map(({ job_id }) => job_id));
    cursor = page.next_cursor;
  }
  return ids;
}

/** Returns this month's number of conversions, as the service reports it to the customer. */
export async function usedBy(group: Addressed, { key }: ChaosCustomer): Promise<number> {
  const usage = parsed<{ conversions: { used: number } }>(
    await requestUntilAnswered(group, '/v1/usage', key),
  );
  return usage.conversions.used;
}

/** Downloads a result link. Replaces the host name of the link with the address of a running server. */
export async function fetched(group: Addressed, link: string): Promise<Answer> {
  const { pathname, search } = new URL(link);
  return answerOf(await fetch((await group.address()) + pathname + search));
}

/**
 * Repeats the request until a server responds with a 2xx status, and returns this response. Repeats the request after a
 * failed connection and after the statuses 409, 502 and 503. Throws if a server responds with any other error status.
 */
async function requestUntilAnswered(
  group: Addressed,
  path: string,
  key: string,
  init: () => RequestInit & { headers?: Record<string, string> } = () => ({}),
): Promise<Answer> {
  for (;;) {
    const answer = await request(await group.address(), path, key, init());
    if (answer && answer.status < 300) return answer;
    // A 409 can mean that a process that has just crashed still holds the idempotency record.
    if (answer && ![409, 502, 503].includes(answer.status)) {
      throw new Error(`${path}: ${answer.status} ${answer.error.message}`);
    }
    await pause(pauseMs);
  }
}

/** Sends a request once. Returns undefined if no response arrives, for example because the server crashed. */
async function request(
  url: string,
  path: string,
  key: string,
  { headers, ...init }: RequestInit & { headers?: Record<string, string> },
): Promise<Answer | undefined> {
  try {
    const response = await fetch(url + path, {
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
