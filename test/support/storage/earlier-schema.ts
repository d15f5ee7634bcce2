/** Opens databases with the schema of earlier versions of the service. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { Migrator } from 'kysely/migration';
import { Database } from '../../../packages/server/src/db/database.ts';
import { migrations } from '../../../packages/server/src/db/migrations/index.ts';
import { openPostgres } from '../../../packages/server/src/db/postgres.ts';
import { openSqlite } from '../../../packages/server/src/db/sqlite.ts';

/** Opens the database of the installation with the settings `env`. Runs the migrations up to and including `last`. */
export async function openAt(last: string, env: Record<string, string>): Promise<Database> {
  const url = env['DATABASE_URL'];
  const database = new Database(
    url
      ? openPostgres(url, (error) => assert.fail(error))
      : await openSqlite(path.join(env['DATA_DIR'] ?? '', 'protean.sqlite')),
  );
  const known = Object.entries(migrations).filter(([name]) => name <= last);
  const provider = { getMigrations: () => Promise.resolve(Object.fromEntries(known)) };
  const { error } = await new Migrator({ db: database.query, provider }).migrateToLatest();
  assert.equal(error, undefined);
  return database;
}
