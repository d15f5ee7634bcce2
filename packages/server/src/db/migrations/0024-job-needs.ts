/** What a job needs of the machine that runs it; null where that is not known, and in jobs of earlier versions. */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('jobs').addColumn('needs', 'text').execute();
}
