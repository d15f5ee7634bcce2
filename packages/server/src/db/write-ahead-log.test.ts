import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import Sqlite from 'better-sqlite3';
import { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { openSqlite } from './sqlite.ts';
import { WriteAheadLog } from './write-ahead-log.ts';

let dir: string;
let database: Database;
let closeOther: () => void;
/** What others see of the database each time that the disk is waited for. */
let seen: number[] = [];
let disk: () => Promise<void>;
let see: typeof disk;

before(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'protean-'));
  const file = path.join(dir, 'protean.sqlite');
  const log = new WriteAheadLog({ datasync: () => disk(), close: () => Promise.resolve() });
  const { dialect } = await openSqlite(file, () => Promise.resolve(log));
  database = new Database(dialect, log);
  disk = () => Promise.resolve();
  await migrate(database.query);
  const other = new Sqlite(file, { readonly: true });
  closeOther = () => void other.close();
  const count = other.prepare('select count(*) from secrets').pluck();
  see = () => Promise.resolve(void seen.push(Number(count.get())));
});

beforeEach(async () => {
  disk = see;
  await database.query.deleteFrom('secrets').execute();
  seen = [];
});

after(async () => {
  closeOther();
  await database.close();
  await rm(dir, { recursive: true, force: true });
});

const insert = (db: Pick<Database['query'], 'insertInto'>, name: string) =>
  db.insertInto('secrets').values({ name, value: '' }).execute();

test('a statement that writes waits for the disk, once it is committed', async () => {
  await insert(database.query, 'a');
  assert.deepEqual(seen, [1]);
});

test('a transaction waits once, for all of it', async () => {
  await database.write(async (transaction) => {
    await insert(transaction, 'a');
    await insert(transaction, 'b');
  });
  assert.deepEqual(seen, [2]);
});

test('reading does not wait, and neither does what may be lost', async () => {
  await database.query.selectFrom('secrets').selectAll().execute();
  await database.passing((db) => insert(db, 'a'));
  await database.writePassing((db) => insert(db, 'b'));
  await database.query.selectFrom('secrets').selectAll().execute();
  assert.deepEqual(seen, []);
  await insert(database.query, 'c');
  assert.deepEqual(seen, [3]);
});

test('nobody goes on before the disk has it, and what the disk refuses is told', async () => {
  const arrived = Promise.withResolvers<void>();
  disk = () => arrived.promise;
  let wrote = false;
  const writing = insert(database.query, 'a').then(() => (wrote = true));
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(wrote, false);
  arrived.reject(new Error('input/output error'));
  await assert.rejects(writing, /input\/output error/);
});
