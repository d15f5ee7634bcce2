import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { isDatabaseAway } from './away.ts';
import { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { openSqlite } from './sqlite.ts';
import { WalSync } from './wal-sync.ts';

let dir: string;
before(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'protean-'));
});
after(() => rm(dir, { recursive: true, force: true }));

test('a write resolves when a sync has ended that began after its commit', async () => {
  const { dialect, commitLog } = await openSqlite(path.join(dir, 'written.sqlite'));
  assert.ok(commitLog);
  const events: string[] = [];
  const observed = {
    close: () => commitLog.close(),
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

test('a log that cannot be synced is a database that is away', async () => {
  const log = new WalSync(path.join(dir, 'nowhere', 'missing.sqlite'));
  await assert.rejects(log.sync(), (error: NodeJS.ErrnoException) => isDatabaseAway(error));
  await log.close();
});
