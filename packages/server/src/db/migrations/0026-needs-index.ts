/**
 * Adds an index of queued jobs by the capabilities that they need. With this index, a worker finds a job that it can
 * run, however many other jobs are queued first.
 */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index jobs_needs on jobs (coalesce(needs, '[]'), start_tag, created_at) where status = 'queued'`.execute(
    db,
  );
}
