/** What the client of a resumable upload said of its file, which it is told again. */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('uploads').addColumn('metadata', 'text').execute();
}
