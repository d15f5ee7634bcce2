/** Adds the upload and the request of a job, which are needed to run the job again. */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('jobs').addColumn('rerun_file', 'text').execute();
  await db.schema.alterTable('jobs').addColumn('rerun_request', 'text').execute();
}
