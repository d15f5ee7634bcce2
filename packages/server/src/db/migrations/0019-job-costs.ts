/** Adds the expected duration of a job, which is the job's weight in the queue. */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('jobs')
    .addColumn('expected_ms', 'bigint', (column) => column.notNull().defaultTo(1))
    .execute();
}
