/** Runs migrations once, even if several processes open the database at the same time. */
import type { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { migrations } from './migrations/index.ts';
import { moduleMigrations } from './module-migrations.ts';
import type { Tables } from './tables.ts';

/**
 * Runs all pending migrations, or none. While the migrations run, other processes wait: on PostgreSQL for an advisory
 * lock, on SQLite for the write lock of the transaction.
 */
export async function migrate(db: Kysely<Tables>): Promise<void> {
  const provider = { getMigrations: async () => ({ ...migrations, ...(await moduleMigrations()) }) };
  const { error, results = [] } = await new Migrator({ db, provider }).migrateToLatest();
  if (!error) return;
  const failed = results.find(({ status }) => status === 'Error')?.migrationName;
  throw new Error(`The database could not be brought up to date${failed ? ` (${failed})` : ''}.`, {
    cause: error,
  });
}
