/**
 * Index of queued jobs by their needs, so that a worker finds a job that it can run, however many jobs are queued
 * before it.
 */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index jobs_needs on jobs (coalesce(needs, '[]'), start_tag, created_at) where status = 'queued'`.execute(
    db,
  );
}
