/** Brings a database up to date, once, however many processes open it at the same moment. */
import type { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { migrations } from './migrations/index.ts';
import type { Tables } from './tables.ts';

/**
 * Runs what has not run yet, all of it or nothing. Others wait meanwhile: on PostgreSQL by its advisory lock, on
 * SQLite because the transaction around it takes the write lock before it looks.
 */
export async function migrate(db: Kysely<Tables>): Promise<void> {
  const provider = { getMigrations: () => Promise.resolve({ ...migrations }) };
  const { error, results = [] } = await new Migrator({ db, provider }).migrateToLatest();
  if (!error) return;
  const failed = results.find(({ status }) => status === 'Error')?.migrationName;
  throw new Error(`The database could not be brought up to date${failed ? ` (${failed})` : ''}.`, {
    cause: error,
  });
}
