import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { sql, type Kysely } from 'kysely';
import { isDatabaseAway } from './away.ts';
import { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { openSqlite } from './sqlite.ts';
import type { Tables } from './tables.ts';
import { WalSync } from './wal-sync.ts';

let dir: string;
before(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'protean-'));
});
after(() => rm(dir, { recursive: true, force: true }));

test('a write resolves only after its commit is synced to disk', async () => {
  const { dialect, commitLog } = await openSqlite(path.join(dir, 'written.sqlite'));
  assert.ok(commitLog);
  const events: string[] = [];
  const observed = {
    ...commitLog,
    sync: async () => {
      events.push('sync');
      await commitLog.sync();
      events.push('synced');
    },
  };
  const database = new Database({ dialect, commitLog: observed });
  try {
    await migrate(database.query);
    await database.write(async (db) => {
      await db.insertInto('orphaned_objects').values({ name: 'a', lease_id: null }).execute();
      events.push('written');
    });
    events.push('resolved');
    assert.deepEqual(events, ['written', 'sync', 'synced', 'resolved']);
    const failing = database.write(() => Promise.reject(new Error('rolled back')));
    await assert.rejects(failing, /rolled back/);
    assert.equal(events.length, 4, 'nothing is synced where nothing was written');
  } finally {
    await database.close();
  }
});

test('SQLite syncs a commit at once, except for grouped writes and writes with relaxed durability', async () => {
  const database = new Database(await openSqlite(path.join(dir, 'relaxed.sqlite')));
  try {
    await migrate(database.query);
    const add = (db: Kysely<Tables>, name: string) =>
      db.insertInto('orphaned_objects').values({ name, lease_id: null });
    /** Returns whether the last write synced its commit to the disk. */
    const durability = async () => {
      const { rows } = await sql<{ synchronous: number }>`select * from pragma_synchronous`.execute(
        database.query,
      );
      return rows[0]?.synchronous === 2 ? 'synced' : 'left';
    };
    const seen: string[] = [];
    for (const write of [
      () => add(database.query, 'a').execute(),
      () => database.relaxedDurability((db) => add(db, 'b').execute()),
      () => database.write((db) => add(db, 'c').execute()),
      () => add(database.query, 'd').returning('name').execute(),
      () => database.relaxedDurability((db) => add(db, 'e').returning('name').execute()),
      () => database.query.selectFrom('orphaned_objects').select('name').execute(),
      () => add(database.query, 'f').execute(),
    ]) {
      await write();
      seen.push(await durability());
    }
    assert.deepEqual(seen, ['synced', 'left', 'left', 'synced', 'left', 'left', 'synced']);
  } finally {
    await database.close();
  }
});

test('reports the database as unavailable if its write-ahead log cannot be synced', async () => {
  const log = new WalSync(path.join(dir, 'nowhere', 'missing.sqlite'));
  await assert.rejects(log.sync(), (error: NodeJS.ErrnoException) => isDatabaseAway(error));
  await log.close();
});
