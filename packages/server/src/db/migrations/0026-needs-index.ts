/** An index of queued jobs by what they need, so that a worker finds those that it can do behind any number of others. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index jobs_needs on jobs (coalesce(needs, '[]'), start_tag, created_at) where status = 'queued'`.execute(
    db,
  );
}
