/** Tests that processes whose clocks differ by one hour work together, because all processes use PostgreSQL's clock. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clockApart } from '../../support/server/clock-apart.ts';
import { closing, fixture } from '../../support/fixtures.ts';
import { accepted, ended, submit } from '../../support/jobs/jobs.ts';
import { startService, until } from '../../support/server/service.ts';
import {
  ask,
  busy,
  openTestApp,
  toYaml,
  type Customer,
  type TestApp,
} from '../../support/server/test-app.ts';

interface SkewedCluster {
  app: TestApp;
  who: Customer;
}

const cluster = fixture(async (stack): Promise<SkewedCluster> => {
  const app = closing(stack, await openTestApp('postgres', { ROLES: 'api' }));
  closing(stack, await startService({ ...app.env, ...clockApart('+1h'), ROLES: 'worker' }));
  return { app, who: await app.customer('hobby', busy) };
});

test('a worker whose clock is one hour ahead counts as alive and converts files', async () => {
  const { app, who } = cluster;
  await until('the worker is known', 30_000, async () => (await fetch(`${app.service.url}/readyz`)).ok);
  const { status, body, error } = await ask(app, '/v1/convert', who, { fields: toYaml() });
  assert.deepEqual([status, body.toString()], [200, 'a: 1\n'], error.message);
});

test('if the clocks of the processes differ, the times of a job are still in order and not in the future', async () => {
  const { app, who } = cluster;
  const job = await ended(app, who, await accepted(submit(app, who)));
  const [created, started, finished] = [job.created_at, job.started_at, job.finished_at].map((at) =>
    Date.parse(at ?? ''),
  ) as [number, number, number];
  assert.equal(job.status, 'completed');
  assert.ok(created <= started && started <= finished, `${created}, ${started}, ${finished}`);
  assert.ok(Math.abs(Date.now() - finished) < 60_000, new Date(finished).toISOString());
});
