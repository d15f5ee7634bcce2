/**
 * Claims queued jobs for a job runner in the order of the queue. Skips jobs that the machine of the job runner cannot
 * run. Reads only a few of the skipped jobs, even if many skipped jobs are queued. The needs of a job are the
 * capabilities that a machine must have to run the job.
 */
import { sql, type QueryCreator, type RawBuilder } from 'kysely';
import type { Database } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import type { Clock } from '../kit/clock.ts';
import { nothingDone, type JobRecord } from './queue.ts';
import { compareQueued } from './start-tag.ts';

/**
 * Interval in milliseconds between queries for the needs of queued jobs, while this machine can run all queued jobs. If
 * this machine cannot run some queued jobs, it queries the needs for each claim.
 */
const lookEveryMs = 1_000;
/**
 * Number of additional rows to read for each distinct value of `needs`. The query reads additional rows, because other
 * job runners may claim some rows at the same time.
 */
const spare = 64;

/**
 * SQL expression for the capabilities that a job needs. The expression must equal the expression in the index
 * `jobs_needs`. Jobs with unknown needs are treated as jobs without needs.
 */
const needsKey = sql<string>`coalesce(needs, '[]')`;

interface ClaimServices {
  database: Database;
  clock: Clock;
  /** Capabilities of this machine. The names of capabilities are defined in `convert/catalogue/capability-names.ts`. */
  capabilities: readonly string[];
}

export class Claims {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #capabilities: string;
  /** Monotonic time in milliseconds, before which the needs of queued jobs are not listed again. */
  #lookAt = -Infinity;

  constructor({ database, clock, capabilities }: ClaimServices) {
    this.#database = database;
    this.#clock = clock;
    this.#capabilities = JSON.stringify(capabilities);
  }

  /**
   * Claims up to `most` jobs for the lease: the jobs with the smallest start tags. Returns the jobs in the order of
   * their start tags. No two calls return the same job.
   */
  async next(leaseId: string, most: number): Promise<JobRecord[]> {
    const chosen = await this.#chosenNeeds();
    if (chosen?.length === 0) return [];
    const now = this.#clock.now();
    const claimed = await this.#database.relaxedDurability((db) =>
      db
        // A named subquery is required, because the database could run an inline subquery with a limit more than once.
        .with('due', (of) =>
          (chosen ? firstOf(of, chosen, most + spare) : this.#firstOfAll(of))
            .limit(most)
            .$if(this.#database.locksRows, (query) => query.forUpdate('jobs').skipLocked()),
        )
        .updateTable('jobs')
        .set(({ eb }) => ({
          ...{ status: 'processing', lease_id: leaseId, started_at: now, updated_at: now, ...nothingDone },
          fencing_token: eb('fencing_token', '+', 1),
        }))
        // The query has no condition on the status, because SQLite would scan all queued jobs for a condition on the
        // status.
        .where('id', 'in', (of) => of.selectFrom('due').select('due.id'))
        .returningAll()
        .execute(),
    );
    return claimed.sort(compareQueued);
  }

  /** Returns a query for the queued jobs that can run here, in the order of the queue. */
  #firstOfAll(of: QueryCreator<Tables>) {
    return (
      of
        .selectFrom('jobs')
        .select('jobs.id')
        .where('jobs.status', '=', 'queued')
        .where(this.#isMet(needsKey))
        // The query sorts by the columns of the index. If the query also sorted by id, the database would sort 32 rows
        // for each claim.
        .orderBy('jobs.start_tag')
        .orderBy('jobs.created_at')
    );
  }

  /**
   * Returns the distinct needs of queued jobs that this machine can meet. Returns undefined if the machine met all
   * needs of queued jobs at the last check. The query for jobs can then ignore the needs.
   */
  async #chosenNeeds(): Promise<string[] | undefined> {
    if (this.#clock.elapsed() < this.#lookAt) return undefined;
    // The query does one index look-up per distinct value of `needs`, regardless of the number of jobs.
    const { rows } = await sql<{ needs: string; isMet: boolean | number }>`
      with recursive queued_needs (needs) as (
        select (select ${needsKey} from jobs where status = 'queued' order by 1 limit 1)
        union all
        select (
          select ${needsKey} from jobs where status = 'queued' and ${needsKey} > queued_needs.needs order by 1 limit 1
        ) from queued_needs where needs is not null
      )
      select needs, ${this.#isMet(sql`needs`)} as "isMet" from queued_needs where needs is not null`.execute(
      this.#database.query,
    );
    const met = rows.filter(({ isMet }) => isMet);
    if (met.length < rows.length) return met.map(({ needs }) => needs);
    this.#lookAt = this.#clock.elapsed() + lookEveryMs;
    return undefined;
  }

  /**
   * Whether this machine has all capabilities that a job needs. Capabilities and needs are JSON arrays without
   * duplicates.
   */
  #isMet(needs: RawBuilder<unknown>): RawBuilder<boolean> {
    const has = this.#capabilities;
    return this.#database.locksRows
      ? sql<boolean>`${needs}::jsonb <@ ${has}::jsonb`
      : sql<boolean>`not exists (
          select 1 from json_each(${needs}) as need
          where need.value not in (select value from json_each(${has})))`;
  }
}

/**
 * Returns a query for the first queued jobs with the `chosen` needs, in the order of the queue. The query reads up to
 * `most` jobs for each value of `chosen`.
 */
function firstOf(of: QueryCreator<Tables>, chosen: readonly string[], most: number) {
  const each = chosen.map(
    (needs) => sql`
      select * from (
        select id, start_tag, created_at from jobs where status = 'queued' and ${needsKey} = ${needs}
        order by start_tag, created_at limit ${most}
      ) as "of"`,
  );
  const first = sql<
    Pick<JobRecord, 'id' | 'start_tag' | 'created_at'>
  >`(${sql.join(each, sql` union all `)})`;
  return of
    .selectFrom(first.as('first'))
    .innerJoin('jobs', 'jobs.id', 'first.id')
    .select('jobs.id')
    .where('jobs.status', '=', 'queued')
    .orderBy('first.start_tag')
    .orderBy('first.created_at');
}
