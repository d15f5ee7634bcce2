/**
 * Adds the capabilities that a job needs. The column is null if the needs are unknown, and in jobs of earlier versions.
 */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('jobs').addColumn('needs', 'text').execute();
}
