/** A database of an earlier version is brought up to date with its rows, on both kinds. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { loadConfig } from '../../packages/server/src/config.ts';
import { Database } from '../../packages/server/src/db/database.ts';
import { migrations } from '../../packages/server/src/db/migrations/index.ts';
import { openDatabase } from '../../packages/server/src/db/open.ts';
import { openPostgres } from '../../packages/server/src/db/postgres.ts';
import { openSqlite } from '../../packages/server/src/db/sqlite.ts';
import { emptyData, fixture, onEachDatabase } from '../support/fixtures.ts';

onEachDatabase((kind) => {
  const here = fixture(async (stack) => ({ env: await emptyData(stack, kind) }));

  /** As an installation has it whose last migration is `last`. */
  async function openAt(last: string): Promise<Database> {
    const url = here.env['DATABASE_URL'];
    const database = new Database(
      url
        ? openPostgres(url, (error) => assert.fail(error))
        : await openSqlite(path.join(here.env['DATA_DIR'] ?? '', 'protean.sqlite')),
    );
    const known = Object.entries(migrations).filter(([name]) => name <= last);
    const provider = { getMigrations: () => Promise.resolve(Object.fromEntries(known)) };
    const { error } = await new Migrator({ db: database.query, provider }).migrateToLatest();
    assert.equal(error, undefined);
    return database;
  }

  test('jobs, deliveries, objects and secrets keep their values under the names of today', async () => {
    const earlier = await openAt('0003-jobs');
    for (const statement of [
      sql`insert into accounts (id, email, mailbox, plan, created_at) values ('a', 'a@example.com', 'a@example.com', 'free', 1)`,
      sql`insert into jobs (id, account_id, status, turn, created_at, updated_at, expires_at, target_format, attempts, deaths, reservation_id)
            values ('j', 'a', 'queued', 7, 1, 2, 3, 'pdf', 5, 2, 'r')`,
      sql`insert into deliveries (id, account_id, job_id, url, receiver, event, body, status)
            values ('d', 'a', 'j', 'https://a.example/x', 'https://a.example', 'job.completed', 'b', 'pending')`,
      sql`insert into stray_objects (name) values ('o')`,
      sql`insert into webhook_secrets (account_id, sealed, created_at) values ('a', 's', 1)`,
    ])
      await statement.execute(earlier.query);
    await earlier.close();

    const database = await openDatabase(loadConfig(here.env), (error) => assert.fail(error));
    const { query } = database;
    const job = await query
      .selectFrom('jobs')
      .select(['id', 'start_tag', 'fencing_token', 'crash_count'])
      .execute();
    assert.deepEqual(job, [{ id: 'j', start_tag: 7, fencing_token: 5, crash_count: 2 }]);
    const delivery = await query.selectFrom('deliveries').select(['id', 'endpoint_origin']).execute();
    assert.deepEqual(delivery, [{ id: 'd', endpoint_origin: 'https://a.example' }]);
    const objects = await query.selectFrom('orphaned_objects').select('name').execute();
    assert.deepEqual(objects, [{ name: 'o' }]);
    const secrets = await query.selectFrom('webhook_secrets').select('encrypted_key').execute();
    assert.deepEqual(secrets, [{ encrypted_key: 's' }]);
    await database.close();
  });
});
