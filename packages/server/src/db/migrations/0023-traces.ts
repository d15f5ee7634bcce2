/** Adds the trace span in which a job was submitted or a delivery was created. Null without tracing. */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['jobs', 'deliveries'])
    await db.schema.alterTable(table).addColumn('traceparent', 'text').execute();
}
