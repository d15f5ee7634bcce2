/**
 * While PostgreSQL is unreachable, requests return 503 with the reason. Once PostgreSQL is reachable again, requests
 * succeed.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { makeAccount } from '../../support/server/admin.ts';
import { startPostgres, type PostgresServer } from '../../support/storage/databases.ts';
import { startInProcess, type InProcessService } from '../../support/server/in-process-service.ts';
import { openLimitsProcess, TestClock, anAccount } from '../../support/server/limits-process.ts';
import { answerOf, until } from '../../support/server/service.ts';

let postgres: PostgresServer;
let service: InProcessService;

before(async () => {
  postgres = await startPostgres();
  service = await startInProcess({ ...(await postgres.fresh()), RATE_OVERRIDES: '{"hobby":100000}' });
});

after(async () => {
  await service.close();
  await postgres.close();
});

test('returns 503 with Retry-After while the database is unavailable, and 200 afterwards', async () => {
  const { api_key } = await makeAccount(service.env, 'ada@example.com', 'hobby');
  const look = async () =>
    answerOf(await fetch(`${service.url}/v1/keys`, { headers: { Authorization: `Bearer ${api_key}` } }));
  const status = async (path: string) => (await fetch(service.url + path)).status;
  assert.equal((await look()).status, 200);
  // Sends requests that keep database connections in use, because the server must also survive the loss of connections
  // that are in use.
  let stopped = false;
  const busy = Array.from({ length: 8 }, async () => {
    while (!stopped) await look();
  });
  await postgres.stop();
  stopped = true;
  await Promise.all(busy);
  const away = await look();
  assert.equal(away.status, 503);
  assert.equal(away.error.code, 'service_unavailable');
  assert.deepEqual(away.error.details, { reason: 'database_away' });
  assert.equal(away.headers.get('retry-after'), '5');
  assert.ok(away.headers.get('x-ratelimit-limit'));
  assert.equal(await status('/readyz'), 503);
  assert.equal(await status('/livez'), 200);
  await postgres.start();
  await until('the database is found again', 10_000, async () => (await look()).status === 200);
  assert.equal(await status('/readyz'), 200);
});

test('a request that a database outage interrupts can be retried with the same Idempotency-Key', async () => {
  const { api_key } = await makeAccount(service.env, 'bob@example.com', 'hobby');
  const headers = { Authorization: `Bearer ${api_key}`, 'Idempotency-Key': 'in-flight' };
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  async function* slowly() {
    yield '--b\r\nContent-Disposition: form-data; name="target"\r\n\r\nyaml\r\n';
    begun.resolve();
    await end.promise;
    yield '--b\r\nContent-Disposition: form-data; name="file"; filename="a.json"\r\n\r\n{"a":1}\r\n--b--\r\n';
  }
  const convert = async (body: FormData | ReadableStream, type: Record<string, string> = {}) =>
    answerOf(
      await fetch(`${service.url}/v1/convert`, {
        method: 'POST',
        headers: { ...headers, ...type },
        body,
        duplex: 'half',
      }),
    );
  const body = ReadableStream.from(slowly()).pipeThrough(new TextEncoderStream());
  const first = convert(body, { 'Content-Type': 'multipart/form-data; boundary=b' });
  await begun.promise;
  // Reads the database to wait until the first request has claimed the key. If the test sent a second request instead,
  // that request could claim the key.
  const client = new pg.Client(service.env['DATABASE_URL']);
  await client.connect();
  const taken = `select from idempotency_keys where key = 'in-flight'`;
  await until('the key is taken', 5_000, async () => (await client.query(taken)).rowCount === 1);
  await client.end();
  assert.equal((await convert(form())).status, 409);
  await postgres.stop();
  end.resolve();
  assert.equal((await first).error.details?.['reason'], 'database_away');
  await postgres.start();
  await until('the key is free again', 15_000, async () => (await convert(form())).status === 200);
});

function form(): FormData {
  const form = new FormData();
  form.set('target', 'yaml');
  form.set('file', new Blob(['{"a":1}']), 'a.json');
  return form;
}

test("returns 503 if a new job's file is removed before the job is stored", async () => {
  const { api_key } = await makeAccount(service.env, 'cyd@example.com', 'hobby');
  const client = new pg.Client(service.env['DATABASE_URL']);
  await client.connect();
  // Simulates another process, which removes the file after the lease for the file has expired.
  const letGo = 'begin delete from orphaned_objects; return new; end';
  await client.query(`create function let_go() returns trigger language plpgsql as $$ ${letGo} $$`);
  await client.query('create trigger let_go after insert on jobs for each row execute function let_go()');
  const headers = { Authorization: `Bearer ${api_key}`, 'Idempotency-Key': 'let-go' };
  const submit = async () =>
    answerOf(await fetch(`${service.url}/v1/jobs`, { method: 'POST', headers, body: form() }));
  const { status, error } = await submit();
  await client.query('drop trigger let_go on jobs');
  await client.end();
  assert.deepEqual([status, error.details], [503, { reason: 'database_away' }]);
  assert.equal((await submit()).status, 202);
});

test('quota reservations are released after a database outage that prevented their release', async () => {
  const clock = new TestClock(1_800_000_000_000);
  await using limits = await openLimitsProcess(await postgres.fresh(), clock);
  const customer = { id: await anAccount(limits.db), plan: { monthlyConversions: 1, overageMicroUsd: null } };
  const reservation = await limits.quota.reserve(customer);
  await postgres.stop();
  await reservation[Symbol.asyncDispose]();
  await postgres.start();
  await until('the database is found again', 10_000, () => limits.lease.repeatReleases().then(...isSettled));
  await limits.quota.reserve(customer);
});

const isSettled = [() => true, () => false] as const;
