/** Requests that wait for a job hold connections for as long as it takes; no account shuts others out by them. */
import assert from 'node:assert/strict';
import { request, type ClientRequest } from 'node:http';
import { after, afterEach, before, test } from 'node:test';
import { ask, busy, openTestApp, type Customer, type TestApp } from '../support/test-app.ts';
import { accepted, submit } from '../support/jobs.ts';
import { until } from '../support/service.ts';

const connectionsAtOnce = 32;
const ofOne = connectionsAtOnce / 16;
const ofAll = connectionsAtOnce / 2;

let app: TestApp;
let customers: (Customer & { job: string })[];

before(async () => {
  app = await openTestApp('sqlite', {
    CONNECTIONS_AT_ONCE: String(connectionsAtOnce),
    // Each connection is then a caller of its own.
    TRUST_PROXY: '127.0.0.1',
    // Nobody takes a job up: all wait.
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

/** Begins to wait for the customer's job; the status is 0 as long as there is no answer, and -1 where none will come. */
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

/** The status and reason of a request that does not wait. */
async function ofOther(place: string, n = customers.length - 1): Promise<[number, unknown]> {
  const { status, error } = await ask(app, place, customers[n] ?? assert.fail(), {
    headers: { Connection: 'close' },
  });
  return [status, error.details?.['reason']];
}

test('one account holds few connections by waiting, and more once it lets go of one', async () => {
  const all = Array.from({ length: connectionsAtOnce }, (_, n) => watch(0, n % 2 ? '/events' : '?wait=60'));
  const refused = () => all.filter(({ status }) => status === 503).length;
  await until('all but a few are refused', 5_000, () => refused() === all.length - ofOne);
  assert.deepEqual(await ofOther(`/v1/jobs/${customers[0]?.job}?wait=60`, 0), [503, 'too_many_watching']);
  assert.deepEqual(await ofOther(`/v1/jobs/${customers[0]?.job}`, 0), [200, undefined]);
  for (const one of all) one.close();
  await until('it may wait again', 5_000, async () => {
    const again = watch(0, '/events');
    await until('it is answered', 5_000, () => again.status !== 0);
    return again.status === 200;
  });
});

test('all accounts together leave half of the connections to others', async () => {
  const streams = Array.from({ length: ofAll }, (_, n) => watch(Math.floor(n / ofOne), '/events'));
  await until('all have begun', 5_000, () => streams.every(({ status }) => status === 200));
  const last = customers.at(-1)?.job;
  assert.deepEqual(await ofOther(`/v1/jobs/${last}/events`), [503, 'too_many_watching']);
  for (let n = 0; n < 3; n += 1) assert.deepEqual(await ofOther(`/v1/jobs/${last}`), [200, undefined]);
});
