/** Backs up a SQLite database while servers write to the database. Replaces an empty database with a backup. */
import { chmod, copyFile, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { Database } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { sqliteFile } from '../db/open.ts';
import { openSqlite } from '../db/sqlite.ts';
import { digestOf } from '../kit/digest.ts';
import { BackupError } from './backup-error.ts';
import { syncFolder } from './manifest.ts';
import {
  checkedSchema,
  countsQuery,
  namesQuery,
  schemaQuery,
  writeNames,
  type NameRow,
  type Snapshot,
  type SnapshotTarget,
} from './snapshot.ts';

const fileName = 'database.sqlite';
/**
 * Number of pages per copy step. A step takes a few milliseconds. Between the steps, this process does its other work.
 */
const pagesAtOnce = 1_000;

/**
 * Takes a consistent snapshot in one read transaction. Without the transaction, SQLite would start the copy again after
 * each write by another process.
 */
export async function snapshotSqlite(dataDir: string, { folder, names }: SnapshotTarget): Promise<Snapshot> {
  const database = new Sqlite(sqliteFile(dataDir), { readonly: true, fileMustExist: true, timeout: 10_000 });
  try {
    database.exec('begin');
    const tables = database
      .prepare<[], NameRow>("select name from sqlite_master where type = 'table'")
      .all()
      .map(({ name }) => name);
    const hasSchema = tables.includes('kysely_migration');
    const schema = checkedSchema(
      hasSchema ? database.prepare<[], NameRow>(schemaQuery).get()?.name : undefined,
    );
    const file = path.join(folder, fileName);
    // Creates the file first, because SQLite would create a file that other users can read.
    await (await open(file, 'wx', 0o600)).close();
    await database.backup(file, { progress: () => pagesAtOnce });
    await writeNames(database.prepare<[], NameRow>(namesQuery(tables)).iterate(), names);
    const counts = database.prepare<[], { accounts: number; jobs: number }>(countsQuery).get();
    const stored = { file: fileName, bytes: (await stat(file)).size, sha256: await digestOf(file) };
    return { schema, database: { kind: 'sqlite', ...stored, accounts: 0, jobs: 0, ...counts } };
  } finally {
    database.close();
  }
}

/**
 * Copies `backup`, migrates the copy and runs `prepare` on the copy. Replaces the database in `dataDir` with the copy.
 * No process may have the database open. The copy is renamed when it is complete, so that the database is never
 * incomplete.
 */
export async function restoreSqlite<Prepared>(
  backup: string,
  dataDir: string,
  prepare: (database: Database) => Promise<Prepared>,
): Promise<Prepared> {
  const file = sqliteFile(dataDir);
  const draft = `${file}.restoring`;
  for (const end of ['', '-wal', '-shm']) await rm(draft + end, { force: true });
  await copyFile(backup, draft);
  await chmod(draft, 0o600);
  const database = new Database(await openSqlite(draft));
  let prepared: Prepared;
  try {
    await migrate(database.query);
    prepared = await prepare(database);
  } finally {
    await database.close();
  }
  const handle = await open(draft, 'r');
  await handle.sync().finally(() => handle.close());
  // SQLite removes the write-ahead log when the last process closes the database. If the log exists, the database is in
  // use.
  if (await isThere(`${file}-wal`))
    throw new BackupError(`Another process has ${file} open: stop that process, and restore again.`);
  await rename(draft, file);
  await syncFolder(dataDir);
  return prepared;
}

const isThere = (file: string) =>
  stat(file).then(
    () => true,
    () => false,
  );
