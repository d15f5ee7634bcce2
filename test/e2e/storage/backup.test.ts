/**
 * `protean admin restore` restores all data of a backup. After the restore, queued and interrupted jobs run and are
 * charged once.
 */
import assert from 'node:assert/strict';
import { copyFile, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import { loadConfig } from '../../../packages/server/src/config.ts';
import { systemClock } from '../../../packages/server/src/kit/clock.ts';
import { randomId } from '../../../packages/server/src/kit/ids.ts';
import { openStore } from '../../../packages/server/src/storage/open.ts';
import { ResultObjects } from '../../../packages/server/src/storage/result-objects.ts';
import { run } from '../../samples/run.ts';
import {
  backupScene,
  convertOnce,
  download,
  ledgerOf,
  withServer,
} from '../../support/storage/backup-scene.ts';
import { backUp, restore } from '../../support/storage/backups.ts';
import { openAt } from '../../support/storage/earlier-schema.ts';
import { onEachDatabase } from '../../support/fixtures.ts';
import { ended, jobOf, objectsOf } from '../../support/jobs/jobs.ts';
import { openRegistry } from '../../support/storage/registry.ts';
import { protean, until } from '../../support/server/service.ts';
import { ask, busy, toYaml, usageOf } from '../../support/server/test-app.ts';

const anotherKey = 'a secret key that is another than that of the backup';

onEachDatabase((kind) => {
  const here = backupScene(kind);

  /** Returns the environment of an installation that was restored from the backup. */
  async function restored(): Promise<Record<string, string>> {
    const env = await here.empty();
    await copyFile(
      path.join(here.app.service.dataDir, 'secret.key'),
      path.join(env['DATA_DIR'] ?? '', 'secret.key'),
    );
    const { jobs_requeued: requeued, key } = await restore(env, here.made.folder);
    assert.deepEqual([requeued, key], [1, 'same']);
    return env;
  }

  test('a backup made while jobs run excludes the secret key and is readable only by the owner', async () => {
    const { folder, ...made } = here.made;
    assert.deepEqual(
      [made.accounts, made.jobs, made.objects, made.objects_missing],
      [2, 4, 4, 1],
      'two results, an answer, the files of two jobs; that of a third is gone',
    );
    assert.deepEqual(
      [made.key_included, made.key_kept_in],
      [false, path.join(here.app.service.dataDir, 'secret.key')],
    );
    const key = await readFile(path.join(here.app.service.dataDir, 'secret.key'), 'utf8');
    const files = await readdir(folder, { recursive: true, withFileTypes: true });
    for (const entry of files) {
      const file = path.join(entry.parentPath, entry.name);
      assert.equal((await stat(file)).mode & 0o777, entry.isDirectory() ? 0o700 : 0o600, file);
      if (entry.isFile()) assert.ok(!(await readFile(file)).includes(key), file);
    }
    assert.equal((await stat(folder)).mode & 0o777, 0o700);
    await run('/usr/bin/sha256sum', ['--check', '--strict', 'objects.sha256'], { cwd: folder });
  });

  test('a backup made under load contains every ledger entry and reports how many result files are missing', async () => {
    const customer = await here.app.customer('hobby', busy);
    let over = false;
    const load = async () => {
      const asLink = { fields: toYaml(), headers: { Accept: 'application/json' } };
      while (!over) assert.equal((await ask(here.app, '/v1/convert', customer, asLink)).status, 200);
    };
    // During the backup, the test also stores results without a conversion, as another server process would.
    // Conversions alone would store too few results.
    const store = await openStore(loadConfig(here.app.env), randomId);
    const { database } = here.app.registry;
    const results = new ResultObjects({ database, store, clock: systemClock });
    const storing = async (file: string) => {
      while (!over) {
        await writeFile(file, 'result');
        await results.put(file, customer.id, 3_600_000);
      }
    };
    const loads = [load(), load(), storing(here.place('result1')), storing(here.place('result2'))];
    await until('it has begun', 10_000, async () => Number((await usageOf(here.app, customer))['used']) > 0);
    const { objects_missing: missing } = await backUp(here.app.env, here.place('under-load'));
    over = true;
    await Promise.all(loads);
    const env = await here.empty();
    await restore(env, here.place('under-load'));
    const registry = await openRegistry(env);
    const { query } = registry.database;
    const { count, nth } = await query
      .selectFrom('ledger')
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('nth').as('nth')])
      .where('account_id', '=', customer.id)
      .executeTakeFirstOrThrow();
    const rows = await query.selectFrom('result_objects').select('name').execute();
    await registry.close();
    assert.ok(Number(count) > 0);
    assert.equal(Number(count), Number(nth));
    const there = await objectsOf({ service: { dataDir: env['DATA_DIR'] ?? '' } });
    const without = rows.filter(({ name }) => !there.includes(name));
    // One missing object has no row in `result_objects`, because it is the input file of the lost job. All missing
    // objects except this input file belong to results that were being stored during the backup.
    assert.equal(without.length, missing - 1, `${rows.length} rows`);
  });

  test('a restore preserves API keys, usage, the ledger, result links and stored responses', async () => {
    await withServer(await restored(), { ROLES: 'api' }, async (app) => {
      assert.deepEqual(await usageOf(app, here.who), here.usage);
      assert.deepEqual(await ledgerOf(app.env), here.ledger);
      const record = await jobOf(app, here.who, here.completed);
      for (const link of [record.result?.file_url ?? '', here.link])
        assert.equal(await download(app, link), 'a: 1\n');
      const again = await convertOnce(app, here.who);
      assert.equal(again.headers.get('idempotent-replayed'), 'true');
      assert.deepEqual(await usageOf(app, here.who), here.usage);
    });
  });

  test('after a restore, unfinished jobs run and are charged once', async () => {
    await withServer(await restored(), {}, async (app) => {
      for (const id of [here.running, here.queued])
        assert.equal((await ended(app, here.who, id)).status, 'completed', id);
      const failed = await ended(app, here.who, here.lost);
      assert.deepEqual([failed.status, failed.error?.code], ['failed', 'internal_error']);
      const { used } = await usageOf(app, here.who);
      assert.equal(used, Number(here.usage['used']) + 2);
      const registry = await openRegistry(app.env);
      const { query } = registry.database;
      const job = await query
        .selectFrom('jobs')
        .select('crash_count')
        .where('id', '=', here.running)
        .executeTakeFirstOrThrow();
      const reservations = await query.selectFrom('reservations').selectAll().execute();
      await registry.close();
      assert.deepEqual([job.crash_count, reservations], [0, []]);
    });
  });

  test('`restore` does not restore sessions, sign-in links or leases', async () => {
    const env = await restored();
    const registry = await openRegistry(env);
    for (const table of ['leases', 'sessions', 'magic_links'] as const)
      assert.deepEqual(await registry.database.query.selectFrom(table).selectAll().execute(), [], table);
    await registry.close();
    const account = (url: string) => fetch(`${url}/v1/usage`, { headers: { Cookie: here.cookie } });
    assert.equal((await account(here.app.service.url)).status, 200);
    await withServer(env, {}, async ({ service }) => assert.equal((await account(service.url)).status, 401));
  });

  test("`restore` reports a SECRET_KEY that is missing or differs from the backup's key", async () => {
    const [none, other] = [await here.empty(), { ...(await here.empty()), SECRET_KEY: anotherKey }];
    assert.equal((await restore(none, here.made.folder)).key, 'missing');
    assert.equal((await restore(other, here.made.folder)).key, 'different');
    const { stdout } = await run(protean, ['admin', 'restore', here.made.folder], {
      env: { ...(await here.empty()), SECRET_KEY: anotherKey },
    });
    assert.match(stdout.toString(), /Warning: the secret key of this installation differs/);
  });

  test('`backup` does not migrate a database of an earlier version, but `restore` does', async () => {
    const [earlier, env] = [await here.empty(), await here.empty()];
    const database = await openAt('0003-jobs', earlier);
    for (const statement of [
      sql`insert into accounts (id, email, mailbox, plan, created_at) values ('a', 'a@example.com', 'a@example.com', 'free', 1)`,
      sql`insert into leases (id, machine, process, expires_at) values ('l', 'm', '1-1', 1)`,
      sql`insert into jobs (id, account_id, status, turn, created_at, updated_at, expires_at, target_format, reservation_id, lease_id)
            values ('j', 'a', 'processing', 7, 1, 2, 3, 'pdf', 'r', 'l')`,
    ])
      await statement.execute(database.query);
    assert.equal((await backUp(earlier, here.place('earlier'))).jobs, 1);
    const { rows } = await sql`select name from kysely_migration`.execute(database.query);
    assert.equal(rows.length, 3);
    await database.close();
    assert.equal((await restore(env, here.place('earlier'))).jobs_requeued, 1);
    const registry = await openRegistry(env);
    const jobs = await registry.database.query
      .selectFrom('jobs')
      .select(['status', 'start_tag', 'crash_count'])
      .execute();
    await registry.close();
    assert.deepEqual(jobs, [{ status: 'queued', start_tag: 7, crash_count: 0 }]);
  });
});
