/** Servers that share a Redis (`REDIS_URL`) count requests exactly. If Redis is lost, no request fails or waits. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Redis as Client } from 'ioredis';
import { closing, fixture } from '../../support/fixtures.ts';
import { jsonOf } from '../../support/jobs/jobs.ts';
import { startRedis, type RedisServer } from '../../support/storage/redis-server.ts';
import { answerOf, callWithKey, startService, until, type Service } from '../../support/server/service.ts';
import { openTestApp, type TestApp } from '../../support/server/test-app.ts';

const limit = 100;

interface Cluster {
  redis: RedisServer;
  app: TestApp;
  servers: Service[];
}

const cluster = fixture(async (stack): Promise<Cluster> => {
  const redis = closing(stack, await startRedis());
  const settings = { ...redis.env, ROLES: 'api', SECRET_KEY: 'a key that all of these processes are given' };
  const app = closing(stack, await openTestApp('postgres', settings));
  const shared = { ...settings, DATABASE_URL: app.env['DATABASE_URL'] ?? '' };
  const others = [1, 2, 3].map(async () => closing(stack, await startService(shared)));
  return { redis, app, servers: [app.service, ...(await Promise.all(others))] };
});

const customer = () => cluster.app.customer('hobby', { requests_per_minute: limit });

/**
 * Runs 8 clients per server and, at the same time, the function `meanwhile`. Each client sends `each` requests one
 * after the other. Returns the number of responses with each status.
 */
async function race(
  key: string,
  each: number,
  meanwhile = () => Promise.resolve(),
): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  const client = async ({ url }: Service) => {
    for (let n = 0; n < each; n += 1) {
      const { status } = await callWithKey(`${url}/v1/jobs`, key);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  const clients = cluster.servers.flatMap((server) => Array.from({ length: 8 }, () => client(server)));
  await Promise.all([...clients, meanwhile()]);
  return statuses;
}

const redisOf = async ({ url }: Service) => {
  const { parts } = jsonOf<{ parts: { part: string; ok: boolean }[] }>(
    await answerOf(await fetch(`${url}/readyz`)),
  );
  return parts.find(({ part }) => part === 'redis');
};

const untilRedis = (ok: boolean) =>
  until(`all say that Redis is ${ok ? 'there' : 'away'}`, 10_000, async () =>
    (await Promise.all(cluster.servers.map(redisOf))).every((redis) => redis?.ok === ok),
  );

const windowsInDatabase = () =>
  cluster.app.registry.database.query.selectFrom('throttle_windows').select('caller').execute();

test('4 processes that count requests only in Redis accept exactly the permitted number of requests in total', async () => {
  const { key } = await customer();
  const statuses = await race(key, 5);
  assert.deepEqual(Object.fromEntries(statuses), { 200: limit, 429: 4 * 8 * 5 - limit });
  assert.deepEqual(await windowsInDatabase(), []);
});

test('every key that the service stores in Redis expires after at most 65 seconds', async () => {
  const client = new Client(cluster.redis.env.REDIS_URL);
  try {
    const keys = await client.keys('protean:*');
    assert.ok(keys.length > 0);
    for (const key of keys) {
      const ms = await client.pttl(key);
      assert.ok(ms > 0 && ms <= 65_000, `${key} lives for ${ms} ms`);
    }
  } finally {
    client.disconnect();
  }
});

test('if Redis is killed, no request fails and rate limits restart at most once', async () => {
  const { key } = await customer();
  const before = cluster.servers.map(({ log }) => log.length);
  const statuses = await race(key, 20, () => cluster.redis.signal('SIGKILL'));
  const { 200: admitted = 0, 429: refused = 0, ...failed } = Object.fromEntries(statuses);
  assert.deepEqual(failed, {});
  assert.equal(admitted + refused, 4 * 8 * 20);
  assert.ok(admitted >= limit && admitted <= 2 * limit, `${admitted} were admitted`);
  await untilRedis(false);
  const said = cluster.servers.map(({ log }, n) =>
    log.slice(before[n]).filter((line) => /Redis is/.test(line)),
  );
  assert.deepEqual(
    said.map((lines) => lines.length),
    [1, 1, 1, 1],
    JSON.stringify(said),
  );
});

test('while Redis is unavailable, the database counts requests exactly', async () => {
  const { key } = await customer();
  assert.deepEqual(Object.fromEntries(await race(key, 5)), { 200: limit, 429: 60 });
  assert.equal((await windowsInDatabase()).length, 2);
  await untilRedis(false);
});

test('all processes use Redis again at most 10 seconds after Redis restarts', async () => {
  await cluster.redis.start();
  await untilRedis(true);
  const { key } = await customer();
  const before = await windowsInDatabase();
  assert.deepEqual(Object.fromEntries(await race(key, 5)), { 200: limit, 429: 60 });
  assert.deepEqual(await windowsInDatabase(), before);
});

test('if Redis hangs, a request takes less than 1 second on average', async () => {
  const { key } = await customer();
  await cluster.redis.signal('SIGSTOP');
  const began = performance.now();
  const statuses = await race(key, 5);
  const tookMs = performance.now() - began;
  assert.deepEqual(Object.fromEntries(statuses), { 200: limit, 429: 60 });
  assert.ok(tookMs < 5_000, `five requests one after the other took ${tookMs} ms`);
  await cluster.redis.signal('SIGCONT');
  await untilRedis(true);
});

test('a server can start without Redis, and uses Redis as soon as Redis is available', async () => {
  await cluster.redis.signal('SIGKILL');
  const { DATABASE_URL = '' } = cluster.app.env;
  const started = await startService({ ...cluster.redis.env, DATABASE_URL, ROLES: 'api' });
  try {
    assert.equal((await redisOf(started))?.ok, false);
    await cluster.redis.start();
    await until('it has found Redis', 10_000, async () => (await redisOf(started))?.ok === true);
  } finally {
    await started.close();
  }
});
