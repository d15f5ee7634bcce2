/** Expected duration of a job, which the queue uses as its weight. */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('jobs')
    .addColumn('expected_ms', 'bigint', (column) => column.notNull().defaultTo(1))
    .execute();
}
