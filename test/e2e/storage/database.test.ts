/** Tests concurrent processes, atomic transactions and the types of numbers on SQLite and PostgreSQL. */
import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { loadConfig } from '../../../packages/server/src/config.ts';
import type { Database } from '../../../packages/server/src/db/database.ts';
import { openDatabase } from '../../../packages/server/src/db/open.ts';
import { run } from '../../samples/run.ts';
import { emptyData, fixture, onEachDatabase } from '../../support/fixtures.ts';

const writer = fileURLToPath(new URL('../../support/storage/database-writer.ts', import.meta.url));

onEachDatabase((kind) => {
  const here = fixture(async (stack) => ({ env: await emptyData(stack, kind) }));

  const open = (): Promise<Database> => openDatabase(loadConfig(here.env), (error) => assert.fail(error));

  const usedBy = async (subject: string) => {
    const database = await open();
    const row = await database.query
      .selectFrom('sign_up_windows')
      .selectAll()
      .where('subject', '=', subject)
      .executeTakeFirst();
    await database.close();
    return row?.used;
  };

  test('no write is lost if 4 processes open an empty database at the same time', async () => {
    const rounds = 100;
    const processes = Array.from({ length: 4 }, () =>
      run(process.execPath, [
        writer,
        here.env['DATA_DIR'] ?? '',
        here.env['DATABASE_URL'] ?? '',
        'shared',
        String(rounds),
      ]),
    );
    await Promise.all(processes);
    assert.equal(await usedBy('shared'), 4 * rounds);
  });

  test('a transaction that throws is rolled back', async () => {
    const database = await open();
    const values = { subject: 'torn', used: 1, ends_at: 0 };
    const tear = database.write(async (transaction) => {
      await transaction.insertInto('sign_up_windows').values(values).execute();
      throw new Error('torn');
    });
    await assert.rejects(tear, /torn/);
    await database.close();
    assert.equal(await usedBy('torn'), undefined);
  });

  test('queries return times and counts as numbers, even if SQL computes the count', async () => {
    const database = await open();
    const now = Date.now();
    const values = { subject: 'numbers', used: 2 ** 40, ends_at: now };
    await database.query.insertInto('sign_up_windows').values(values).execute();
    const row = await database.query
      .selectFrom('sign_up_windows')
      .where('subject', '=', 'numbers')
      .select(({ fn }) => ['used', 'ends_at', fn.countAll<number>().over().as('rows')])
      .executeTakeFirstOrThrow();
    await database.close();
    assert.deepEqual({ ...row }, { used: 2 ** 40, ends_at: now, rows: 1 });
  });

  test('the database rejects a session of an account that does not exist', async () => {
    const database = await open();
    const session = { token_hash: 'x', account_id: 'nobody', created_at: 0, expires_at: 0 };
    await assert.rejects(database.query.insertInto('sessions').values(session).execute());
    await database.close();
  });

  if (kind === 'sqlite') {
    test('only its owner can read the database file', async () => {
      const { mode } = await stat(path.join(here.env['DATA_DIR'] ?? '', 'protean.sqlite'));
      assert.equal(mode & 0o077, 0);
    });
  }
});
