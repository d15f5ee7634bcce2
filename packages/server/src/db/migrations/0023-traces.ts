/** Under which span of a trace a job was submitted, and a delivery was made; null where no traces are taken. */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['jobs', 'deliveries'])
    await db.schema.alterTable(table).addColumn('traceparent', 'text').execute();
}
