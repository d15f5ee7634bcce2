/** Opens the database that the settings name, with its tables up to date. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';

export interface DatabasePlace {
  /** `postgres://…`; without it the database is a file in `dataDir`. */
  databaseUrl: string | undefined;
  dataDir: string;
}

/** Many processes may open the same empty database at once. `onLost` hears of idle connections that broke. */
export async function openDatabase(
  { databaseUrl, dataDir }: DatabasePlace,
  onLost: (error: Error) => void,
): Promise<Database> {
  mkdirSync(dataDir, { recursive: true });
  const dialect = databaseUrl
    ? openPostgres(databaseUrl, onLost)
    : await openSqlite(path.join(dataDir, 'protean.sqlite'));
  const database = new Database(dialect);
  try {
    await migrate(database.query);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
