/** Opens the database that the settings name, with its tables up to date. */
import path from 'node:path';
import { ConfigError } from '../config.ts';
import { makeFolder } from '../kit/folder.ts';
import { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { openSqlite } from './sqlite.ts';

export interface DatabasePlace {
  /** `postgres://…`; without it the database is a file in `dataDir`. */
  databaseUrl: string | undefined;
  dataDir: string;
}

/** The settings or the machine have to be put right; says which, but never the password in the address. */
class DatabaseUnusable extends Error {
  override name = 'DatabaseUnusable';

  constructor(cause: unknown) {
    super(`The database cannot be used: ${wordsOf(cause)}`, { cause });
  }
}

/** Many processes may open the same empty database at once. `onLost` hears of idle connections that broke. */
export async function openDatabase(
  { databaseUrl, dataDir }: DatabasePlace,
  onLost: (error: Error) => void,
): Promise<Database> {
  await makeDataDir(dataDir);
  let database: Database | undefined;
  try {
    database = new Database(
      databaseUrl
        ? // Its client is loaded only where it is used.
          (await import('./postgres.ts')).openPostgres(databaseUrl, onLost)
        : await openSqlite(path.join(dataDir, 'protean.sqlite')),
    );
    await migrate(database.query);
    return database;
  } catch (error) {
    await database?.close();
    throw new DatabaseUnusable(error);
  }
}

async function makeDataDir(dataDir: string): Promise<void> {
  try {
    await makeFolder(dataDir);
  } catch (error) {
    throw new ConfigError([
      `DATA_DIR=${dataDir}: the folder cannot be made (${wordsOf(error)}). Choose another.`,
    ]);
  }
}

/** PostgreSQL's client tells of several addresses tried by an error without words of its own. */
function wordsOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(wordsOf).join('; ');
  if (!(error instanceof Error)) return String(error);
  return error.cause ? `${error.message} ${wordsOf(error.cause)}` : error.message;
}
