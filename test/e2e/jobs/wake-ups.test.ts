/**
 * Tests the notifications about new and ended jobs. Redis or PostgreSQL sends the notifications to all processes, so
 * that no process has to wait for its next poll of the database. A lost notification delays the job only until the
 * next poll.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { pollEveryMs } from '../../../packages/server/src/jobs/changes.ts';
import { openBroadcast } from '../../../packages/server/src/broadcast/open.ts';
import { openDatabase } from '../../../packages/server/src/db/open.ts';
import { spread } from '../../bench/measure.ts';
import { startPostgres } from '../../support/storage/databases.ts';
import { closing, fixture, temporaryFolder } from '../../support/fixtures.ts';
import { accepted, ended, submit } from '../../support/jobs/jobs.ts';
import { startRedis, type RedisServer } from '../../support/storage/redis-server.ts';
import { startService, until } from '../../support/server/service.ts';
import { busy, openTestApp, type Customer, type TestApp } from '../../support/server/test-app.ts';

interface Processes {
  redis: RedisServer | undefined;
  /** Accepts jobs. A separate worker process runs the jobs. */
  app: TestApp;
  who: Customer;
}

const jobs = 9;

for (const channel of ['postgres', 'redis'] as const)
  describe(`processes receive notifications through ${channel}`, { concurrency: false }, () => {
    const here = fixture(async (stack): Promise<Processes> => {
      const redis = channel === 'redis' ? closing(stack, await startRedis()) : undefined;
      const settings = { ...redis?.env, SECRET_KEY: 'a key that all of these processes are given' };
      const app = closing(stack, await openTestApp('postgres', { ...settings, ROLES: 'api' }));
      closing(stack, await startService({ ...app.env, ROLES: 'worker' }));
      await until('the worker is known', 30_000, async () => (await fetch(`${app.service.url}/readyz`)).ok);
      return { redis, app, who: await app.customer('hobby', busy) };
    });

    /**
     * Returns two median times in ms: from the submission of a job to its claim, and from the end of a job to the
     * response.
     */
    async function waits(): Promise<{ claimed: number; answered: number }> {
      const all: { claimed: number; answered: number }[] = [];
      for (let n = 0; n < jobs; n += 1) {
        const id = await accepted(submit(here.app, here.who));
        const { status } = await ended(here.app, here.who, id);
        const answeredAt = Date.now();
        assert.equal(status, 'completed');
        const row = await here.app.registry.database.query
          .selectFrom('jobs')
          .select(['created_at', 'started_at', 'finished_at'])
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        all.push({
          claimed: (row.started_at ?? NaN) - row.created_at,
          answered: answeredAt - (row.finished_at ?? NaN),
        });
      }
      return {
        claimed: spread(all.map(({ claimed }) => claimed)).median,
        answered: spread(all.map(({ answered }) => answered)).median,
      };
    }

    // Upper bound for the median delay. With polling alone, the median would be half of the poll interval.
    const soon = pollEveryMs / 4;

    test('notifications start a job and report its end long before the next poll', async () => {
      const { claimed, answered } = await waits();
      assert.ok(
        claimed < soon && answered < soon,
        `${claimed} ms until claimed, ${answered} ms until answered`,
      );
    });

    if (channel === 'redis')
      test('polls for jobs while Redis is unavailable, and uses notifications again afterwards', async () => {
        await here.redis?.signal('SIGKILL');
        assert.equal(
          (await ended(here.app, here.who, await accepted(submit(here.app, here.who)))).status,
          'completed',
        );
        assert.equal((await fetch(`${here.app.service.url}/readyz`)).status, 200);
        await here.redis?.start();
        await until('notifications arrive again', 20_000, async () => (await waits()).claimed < soon);
      });
  });

test('receives notifications again after PostgreSQL restarts', async () => {
  await using stack = new AsyncDisposableStack();
  const postgres = closing(stack, await startPostgres());
  const { DATABASE_URL: databaseUrl } = await postgres.fresh();
  const database = closing(
    stack,
    await openDatabase({ databaseUrl, dataDir: await temporaryFolder(stack) }, () => {}),
  );
  const broadcast = stack.use(await openBroadcast({ databaseUrl }, { database, redis: undefined }));
  const received: string[] = [];
  broadcast.onText((text) => received.push(text));
  await broadcast.send('before');
  await until('the message is received', 1_000, () => received.includes('before'));
  await postgres.stop();
  await assert.rejects(broadcast.send('during the outage'));
  await postgres.start();
  await until('messages are received again', 10_000, async () => {
    await broadcast.send('after').catch(() => {});
    return received.includes('after');
  });
  assert.deepEqual([...new Set(received)], ['before', 'after']);
});
