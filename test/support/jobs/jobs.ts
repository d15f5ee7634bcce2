/** Submits jobs, waits until they end, and reads them through the API. */
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { JobResource } from '../../../packages/server/src/jobs/record.ts';
import { ask, toYaml, type Customer, type Served } from '../server/test-app.ts';
import type { Answer, Service } from '../server/service.ts';

export const jsonOf = <T>({ body }: Answer): T => JSON.parse(body.toString()) as T;

/** Submits a job as a form. Returns the response even if it is an error. */
export function submit(
  app: Served,
  customer: Customer,
  fields = toYaml(),
  headers: Record<string, string> = {},
): Promise<Answer> {
  return ask(app, '/v1/jobs', customer, { fields, headers });
}

/** Submits a job as a JSON body. Returns the response even if it is an error. */
export function submitJson(app: Served, customer: Customer, body: unknown): Promise<Answer> {
  const headers = { 'Content-Type': 'application/json' };
  return ask(app, '/v1/jobs', customer, { method: 'POST', body: JSON.stringify(body), headers });
}

/** Asserts that the server accepted a job, and returns the id of the job. */
export async function accepted(answer: Promise<Answer>): Promise<string> {
  const { status, error, ...rest } = await answer;
  assert.equal(status, 202, error.message);
  return jsonOf<{ job_id: string }>({ status, error, ...rest }).job_id;
}

export async function jobOf(app: Served, customer: Customer, id: string, wait = 0): Promise<JobResource> {
  const answer = await ask(app, `/v1/jobs/${id}?wait=${wait}`, customer);
  assert.equal(answer.status, 200, answer.error.message);
  return jsonOf<JobResource>(answer);
}

/** Waits until the job has ended, and returns it. */
export async function ended(app: Served, customer: Customer, id: string): Promise<JobResource> {
  for (;;) {
    const record = await jobOf(app, customer, id, 60);
    if (record.status !== 'queued' && record.status !== 'processing') return record;
  }
}

/** Returns the ids of all stored objects, which are uploaded files and results. */
export async function objectsOf({ service }: { service: Pick<Service, 'dataDir'> }): Promise<string[]> {
  const dir = path.join(service.dataDir, 'objects');
  const shelves = await readdir(dir);
  return (
    await Promise.all(
      shelves.map(async (shelf) => (await readdir(path.join(dir, shelf))).map((id) => `${shelf}-${id}`)),
    )
  ).flat();
}
