/**
 * Requests that wait for a job keep connections open for a long time. Tests that no account can use up all connections
 * with requests that wait for a job.
 */
import assert from 'node:assert/strict';
import { request, type ClientRequest } from 'node:http';
import { after, afterEach, before, test } from 'node:test';
import { ask, busy, openTestApp, type Customer, type TestApp } from '../../support/server/test-app.ts';
import { accepted, submit } from '../../support/jobs/jobs.ts';
import { until } from '../../support/server/service.ts';

const connectionsAtOnce = 32;
const ofOne = connectionsAtOnce / 16;
const ofAll = connectionsAtOnce / 2;

let app: TestApp;
let customers: (Customer & { job: string })[];

before(async () => {
  app = await openTestApp('sqlite', {
    CONNECTIONS_AT_ONCE: String(connectionsAtOnce),
    // Lets the test set the client address of each connection with the header X-Forwarded-For.
    TRUST_PROXY: '127.0.0.1',
    // No worker runs, so all jobs stay queued.
    ROLES: 'api',
  });
  customers = await Promise.all(
    Array.from({ length: ofAll / ofOne + 1 }, async () => {
      const customer = await app.customer('hobby', busy);
      return { ...customer, job: await accepted(submit(app, customer)) };
    }),
  );
});

after(() => app.close());

const watches = new Set<ClientRequest>();
afterEach(() => {
  for (const watch of watches) watch.destroy();
  watches.clear();
});

/**
 * Sends a request with the key of customer `n`, which waits for the job of this customer. `status` is 0 until the
 * response arrives. If the connection closes before the response, `status` is -1.
 */
function watch(n: number, place: string): { status: number; close(): void } {
  const { key, job } = customers[n] ?? assert.fail();
  const seen = { status: 0, close: () => void sent.destroy() };
  const sent = request(`${app.service.url}/v1/jobs/${job}${place}`, {
    headers: { Authorization: `Bearer ${key}` },
    agent: false,
  });
  sent.on('response', (response) => (seen.status = response.resume().statusCode ?? 0));
  sent.on('error', () => (seen.status ||= -1));
  sent.end();
  watches.add(sent);
  return seen;
}

/** Sends a request with the key of customer `n`. Returns the status of the response and, for an error, its reason. */
async function ofOther(place: string, n = customers.length - 1): Promise<[number, unknown]> {
  const { status, error } = await ask(app, place, customers[n] ?? assert.fail(), {
    headers: { Connection: 'close' },
  });
  return [status, error.details?.['reason']];
}

test('limits how many connections of an account can wait for jobs', async () => {
  const all = Array.from({ length: connectionsAtOnce }, (_, n) => watch(0, n % 2 ? '/events' : '?wait=60'));
  const refused = () => all.filter(({ status }) => status === 503).length;
  await until('all requests above the limit are refused', 5_000, () => refused() === all.length - ofOne);
  assert.deepEqual(await ofOther(`/v1/jobs/${customers[0]?.job}?wait=60`, 0), [503, 'too_many_watching']);
  assert.deepEqual(await ofOther(`/v1/jobs/${customers[0]?.job}`, 0), [200, undefined]);
  for (const one of all) one.close();
  await until('the account may wait again', 5_000, async () => {
    const again = watch(0, '/events');
    await until('the request gets a response', 5_000, () => again.status !== 0);
    return again.status === 200;
  });
});

test('reserves half of the connections for requests that do not wait for jobs', async () => {
  const streams = Array.from({ length: ofAll }, (_, n) => watch(Math.floor(n / ofOne), '/events'));
  await until('all requests have begun', 5_000, () => streams.every(({ status }) => status === 200));
  const last = customers.at(-1)?.job;
  assert.deepEqual(await ofOther(`/v1/jobs/${last}/events`), [503, 'too_many_watching']);
  for (let n = 0; n < 3; n += 1) assert.deepEqual(await ofOther(`/v1/jobs/${last}`), [200, undefined]);
});
