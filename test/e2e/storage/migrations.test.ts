/** A SQLite or PostgreSQL database of an earlier version is migrated with its rows. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { loadConfig } from '../../../packages/server/src/config.ts';
import type { Database } from '../../../packages/server/src/db/database.ts';
import { openDatabase } from '../../../packages/server/src/db/open.ts';
import { usageByDay } from '../../../packages/server/src/limits/daily-usage.ts';
import { openAt } from '../../support/storage/earlier-schema.ts';
import { emptyData, fixture, onEachDatabase } from '../../support/fixtures.ts';

onEachDatabase((kind) => {
  const here = fixture(async (stack) => ({ env: await emptyData(stack, kind) }));
  const upgraded = fixture(async (stack) => ({ env: await emptyData(stack, kind) }));
  const queued = fixture(async (stack) => ({ env: await emptyData(stack, kind) }));

  test('migrations keep the values of renamed columns', async () => {
    const earlier = await openAt('0003-jobs', here.env);
    for (const statement of [
      sql`insert into accounts (id, email, mailbox, plan, created_at) values ('a', 'a@example.com', 'a@example.com', 'free', 1)`,
      sql`insert into jobs (id, account_id, status, turn, created_at, updated_at, expires_at, target_format, attempts, deaths, reservation_id)
            values ('j', 'a', 'queued', 7, 1, 2, 3, 'pdf', 5, 2, 'r')`,
      sql`insert into deliveries (id, account_id, job_id, url, receiver, event, body, status)
            values ('d', 'a', 'j', 'https://a.example/x', 'https://a.example', 'job.completed', 'b', 'pending')`,
      sql`insert into stray_objects (name) values ('o')`,
      sql`insert into webhook_secrets (account_id, sealed, created_at) values ('a', 's', 1)`,
      sql`insert into ledger (id, account_id, month, nth, payer, from_quota, billed, owed_micro_usd, at) values
            ('l', 'a', '1970-01', 1, 'quota', 1, 0, 0, 86399999), ('m', 'a', '1970-01', 2, 'quota', 2, 0, 0, 86400000),
            ('n', 'a', '1970-01', 3, 'overage', 2, 1, 5000, 86400001)`,
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
    const usage = await usageByDay(query, { accountId: 'a', days: 3, now: 2 * 86_400_000 });
    assert.deepEqual(usage, [
      { date: '1970-01-01', conversions: 1, overage: 0, failed: 0 },
      { date: '1970-01-02', conversions: 2, overage: 1, failed: 0 },
      { date: '1970-01-03', conversions: 0, overage: 0, failed: 0 },
    ]);
    const charged = await query.selectFrom('ledger').select(['id', 'key_id']).orderBy('nth').execute();
    assert.deepEqual(
      charged,
      ['l', 'm', 'n'].map((id) => ({ id, key_id: null })),
    );
    await database.close();
  });

  test('a migration records the operator as the source of every plan except the free plan', async () => {
    const earlier = await openAt('0005-encrypted-key', upgraded.env);
    for (const [id, plan] of [
      ['free', 'free'],
      ['paid', 'hobby'],
    ])
      await sql`insert into accounts (id, email, mailbox, plan, created_at) values (${id}, ${id}, ${id}, ${plan}, 1)`.execute(
        earlier.query,
      );
    await earlier.close();

    const database = await openDatabase(loadConfig(upgraded.env), (error) => assert.fail(error));
    const sources = await database.query
      .selectFrom('accounts')
      .select(['id', 'plan_source'])
      .where('id', 'in', ['free', 'paid'])
      .orderBy('id')
      .execute();
    assert.deepEqual(sources, [
      { id: 'free', plan_source: 'default' },
      { id: 'paid', plan_source: 'operator' },
    ]);
    await database.close();
  });

  test('after a migration, still counts the quota that a server of an older version reserves for jobs', async () => {
    const earlier = await openAt('0023-traces', queued.env);
    const reserve = (query: Database['query'], id: string, units: number, lease: string | null = null) =>
      sql`insert into reservations (id, account_id, month, lease_id, units) values (${id}, 'a', '2026-11', ${lease}, ${units})`.execute(
        query,
      );
    for (const statement of [
      sql`insert into accounts (id, email, mailbox, plan, created_at) values ('a', 'a@example.com', 'a@example.com', 'free', 1)`,
      sql`insert into leases (id, machine, process, expires_at) values ('l', 'm', 'p', 1)`,
    ])
      await statement.execute(earlier.query);
    await reserve(earlier.query, 'one', 1);
    await reserve(earlier.query, 'three', 3);
    await reserve(earlier.query, 'leased', 5, 'l');

    const database = await openDatabase(loadConfig(queued.env), (error) => assert.fail(error));
    const count = async () => {
      const rows = await database.query
        .selectFrom('lasting_reservations')
        .select(['month', 'units'])
        .execute();
      return rows.map(({ month, units }) => `${month}: ${units}`);
    };
    assert.deepEqual(await count(), ['2026-11: 4']);
    await reserve(earlier.query, 'more', 10);
    await reserve(earlier.query, 'leased too', 20, 'l');
    await sql`delete from reservations where id in ('one', 'leased')`.execute(earlier.query);
    assert.deepEqual(await count(), ['2026-11: 13']);
    await earlier.close();
    await database.close();
  });
});
