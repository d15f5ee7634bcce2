/** Adds counts to a job with several files: all files, converted files and failed files. */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('jobs').addColumn('files_total', 'bigint').execute();
  for (const name of ['files_converted', 'files_failed']) {
    await db.schema
      .alterTable('jobs')
      .addColumn(name, 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
  }
}
