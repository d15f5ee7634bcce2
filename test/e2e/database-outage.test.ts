/** PostgreSQL becomes unreachable: 503 with its reason, and everything works again when it is back. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { makeAccount } from '../support/admin.ts';
import { startPostgres, type PostgresServer } from '../support/databases.ts';
import { startInProcess, type InProcessService } from '../support/in-process-service.ts';
import { answerOf, until } from '../support/service.ts';

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

test('503 with Retry-After while the database is away, 200 when it is back', async () => {
  const { api_key } = await makeAccount(service.env, 'ada@example.com', 'hobby');
  const look = async () =>
    answerOf(await fetch(`${service.url}/v1/keys`, { headers: { Authorization: `Bearer ${api_key}` } }));
  const status = async (path: string) => (await fetch(service.url + path)).status;
  assert.equal((await look()).status, 200);
  // Also connections that are in use when it goes are only missed, and end nobody.
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
