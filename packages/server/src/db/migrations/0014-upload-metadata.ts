/**
 * Adds the metadata that the client of a resumable upload sent. Later responses about the upload return this metadata.
 */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('uploads').addColumn('metadata', 'text').execute();
}
