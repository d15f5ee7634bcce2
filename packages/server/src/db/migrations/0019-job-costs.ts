/** How long a job is expected to take, by which the queue weighs it. */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('jobs')
    .addColumn('expected_ms', 'bigint', (column) => column.notNull().defaultTo(1))
    .execute();
}
