/** Tables that the migrations create. A table that no migration creates belongs to another program. */
import Sqlite from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { migrate } from './migrate.ts';
import type { Tables } from './tables.ts';

/** Returns the names of all tables. To find the names, runs the migrations on an empty database in memory. */
export async function knownTables(): Promise<string[]> {
  const database = new Sqlite(':memory:');
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database }) });
  try {
    await migrate(db);
    const rows = database.prepare<[], { name: string }>(
      "select name from sqlite_master where type = 'table'",
    );
    return rows.all().map(({ name }) => name);
  } finally {
    await db.destroy();
  }
}
