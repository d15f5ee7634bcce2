/**
 * Fills Protean's tables with up to millions of jobs, which are copies of one submitted job. The copies are queued or
 * finished.
 */
import { sql } from 'kysely';
import type { Database } from '../../../packages/server/src/db/database.ts';
import type { JobRecord } from '../../../packages/server/src/jobs/queue.ts';
import type { Backlog } from './queue-under-test.ts';

/** Expected duration of each job in milliseconds, which determines the place of the job in the queue. */
export const expectedMs = 1_000;

/**
 * Number of rows per insert statement. For each queued job, a trigger also updates a counter row. PostgreSQL keeps
 * every old version of the counter row until the statement ends, so larger inserts would be slow.
 */
const perInsert = 5_000;

/**
 * Copies jobs until the backlog is complete. `first` is the number of queued jobs that already exist. The number of an
 * account is the index of its id in `accountIds`.
 */
export async function copyJobs(
  { query }: Database,
  accountIds: readonly string[],
  { first, queued, finished = 0, accountOf }: Backlog & { first: number },
): Promise<void> {
  const template = await query
    .selectFrom('jobs')
    .selectAll()
    .orderBy('start_tag', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!template) return;
  /**
   * Inserts the copies with the numbers `from` to `to - 1`. `changed` contains the columns that get a new value in all
   * copies.
   */
  const copy = async (
    from: number,
    to: number,
    tagOf: (nth: number) => number,
    changed: Partial<JobRecord>,
  ) => {
    const same = { ...template, upload: null, webhook_url: null, ...changed };
    const own = ['id', 'reservation_id', 'account_id', 'start_tag'];
    const others = Object.entries(same).filter(([column, value]) => value !== null && !own.includes(column));
    for (let start = from; start < to; start += perInsert) {
      const nths = Array.from({ length: Math.min(perInsert, to - start) }, (_, n) => start + n);
      const [accounts, tags] = [nths.map((n) => accountIds[accountOf(n)] ?? ''), nths.map(tagOf)];
      await sql`
        with copied as materialized (
          select gen_random_uuid()::text as id, account_id, start_tag
          from unnest(${accounts}::text[], ${tags}::bigint[]) as given (account_id, start_tag)
        ), reserved as (
          insert into reservations (id, account_id, month)
          select id, account_id, to_char(now() at time zone 'utc', 'YYYY-MM') from copied
          where ${same.status} = 'queued' and exists (select from reservations)
        )
        insert into jobs (${sql.join(own.map((column) => sql.ref(column)))}, ${sql.join(others.map(([column]) => sql.ref(column)))})
        select id, id, account_id, start_tag, ${sql.join(others.map(([, value]) => sql.lit(value)))} from copied`.execute(
        query,
      );
    }
  };
  const done: Partial<JobRecord> = {
    ...{ status: 'completed', request: null, finished_at: 1, result: '{"fileName":"a.yaml"}' },
  };
  await copy(0, finished, () => 0, done);
  const behind = (nth: number) => template.start_tag + expectedMs * (nth - first + 1);
  await copy(first, queued, behind, {});
}
