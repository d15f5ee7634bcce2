/** Opens the configured database and migrates its tables. */
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { ConfigError } from '../config.ts';
import { makeFolder } from '../kit/folder.ts';
import { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { openSqlite } from './sqlite.ts';

/** Path of the database file in `DATA_DIR`, which is used if `DATABASE_URL` is not set. */
export const sqliteFile = (dataDir: string) => path.join(dataDir, 'protean.sqlite');

/** Name of a key file in `DATA_DIR`. If SECRET_KEY is not set, the key in the key file is used. */
export const secretKeyFile = 'secret.key';

export interface DatabaseLocation {
  /** URL of a PostgreSQL database, such as `postgres://…`. If undefined, the database is a file in `dataDir`. */
  databaseUrl: string | undefined;
  dataDir: string;
}

/** Thrown if the database cannot be opened. The message never contains the password of the database URL. */
class DatabaseUnusable extends Error {
  override name = 'DatabaseUnusable';

  constructor(cause: unknown) {
    super(`The database cannot be used: ${messageOf(cause)}`, { cause });
  }
}

/**
 * Opens the database. Several processes may open the same empty database at once. `onLost` is called when an idle
 * connection breaks. Throws `DatabaseUnusable`, or `ConfigError` if `DATA_DIR` cannot be used.
 */
export async function openDatabase(
  { databaseUrl, dataDir }: DatabaseLocation,
  onLost: (error: Error) => void,
): Promise<Database> {
  await makeDataDir(dataDir);
  let database: Database | undefined;
  try {
    database = new Database(
      databaseUrl
        ? // The PostgreSQL client is loaded only if the installation uses PostgreSQL.
          (await import('./postgres.ts')).openPostgres(databaseUrl, onLost)
        : await openSqlite(sqliteFile(dataDir)),
    );
    await migrate(database.query);
    return database;
  } catch (error) {
    await database?.close();
    throw new DatabaseUnusable(error);
  }
}

/**
 * Returns `found` if a database exists. Returns `empty` if `dataDir` is a folder that is empty or contains only the
 * key. Returns `none` if `dataDir` does not exist or contains other files. For PostgreSQL, always returns `found`,
 * because only the PostgreSQL server knows whether the database exists.
 */
export async function findDatabase({
  databaseUrl,
  dataDir,
}: DatabaseLocation): Promise<'found' | 'empty' | 'none'> {
  if (databaseUrl) return 'found';
  const file = await stat(sqliteFile(dataDir)).catch(() => undefined);
  if (file) return 'found';
  const names = await readdir(dataDir).catch(() => undefined);
  // A folder that contains only the key file also counts as empty, because the operator may create the key file before
  // the database.
  return names?.every((name) => name === secretKeyFile) ? 'empty' : 'none';
}

async function makeDataDir(dataDir: string): Promise<void> {
  try {
    await makeFolder(dataDir);
  } catch (error) {
    throw new ConfigError([
      `DATA_DIR=${dataDir}: the folder cannot be made (${messageOf(error)}). Choose another.`,
    ]);
  }
}

/**
 * Returns the error's message. After trying several addresses, PostgreSQL's client throws an AggregateError without a
 * message.
 */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join('; ');
  if (!(error instanceof Error)) return String(error);
  return error.cause ? `${error.message} ${messageOf(error.cause)}` : error.message;
}
