/**
 * Claims queued jobs for a job runner: the first of those that its machine can do. However many wait before them that it cannot
 * do, few of those are read.
 */
import { sql, type QueryCreator, type RawBuilder } from 'kysely';
import type { Database } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import type { Clock } from '../kit/clock.ts';
import { nothingDone, type JobRecord } from './queue.ts';
import { compareQueued } from './start-tag.ts';

/** How long jobs that cannot be done here are read over before it is looked which there are, in milliseconds. */
const lookEveryMs = 1_000;
/** Besides those that are wanted, as other job runners claim from the same jobs at the same time. */
const spare = 64;

/** As the index `jobs_needs` has it: where nothing is known, nothing is asked for. */
const needsKey = sql<string>`coalesce(needs, '[]')`;

interface ClaimServices {
  database: Database;
  clock: Clock;
  /** Capabilities of this machine, by the names of `convert/catalogue/capability-names.ts`. */
  capabilities: readonly string[];
}

export class Claims {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #capabilities: string;
  /** On the clock's elapsed time. */
  #lookAt = -Infinity;

  constructor({ database, clock, capabilities }: ClaimServices) {
    this.#database = database;
    this.#clock = clock;
    this.#capabilities = JSON.stringify(capabilities);
  }

  /**
   * Claims up to `most` jobs under the lease, those with the smallest start tags, and returns them in that order. No two
   * calls get the same.
   */
  async next(leaseId: string, most: number): Promise<JobRecord[]> {
    const chosen = await this.#chosenNeeds();
    if (chosen?.length === 0) return [];
    const now = this.#clock.now();
    const claimed = await this.#database.relaxedDurability((db) =>
      db
        // A name of its own, since the planner could run a subquery with a limit more than once.
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
        // By nothing else: with the status besides, SQLite would go through all queued jobs to find these.
        .where('id', 'in', (of) => of.selectFrom('due').select('due.id'))
        .returningAll()
        .execute(),
    );
    return claimed.sort(compareQueued);
  }

  /** The queued jobs that can be done here, in their order. */
  #firstOfAll(of: QueryCreator<Tables>) {
    return (
      of
        .selectFrom('jobs')
        .select('jobs.id')
        .where('jobs.status', '=', 'queued')
        .where(this.#isMet(needsKey))
        // As the index has them: the order of the ids besides would sort 32 rows for each claim.
        .orderBy('jobs.start_tag')
        .orderBy('jobs.created_at')
    );
  }

  /** The needs of queued jobs that can be met here; undefined while there are no others, so that none is read over. */
  async #chosenNeeds(): Promise<string[] | undefined> {
    if (this.#clock.elapsed() < this.#lookAt) return undefined;
    // One look-up in the index for each, however many jobs have them.
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

  /** Whether all that a job needs is there; both are sets in JSON. */
  #isMet(needs: RawBuilder<unknown>): RawBuilder<boolean> {
    const has = this.#capabilities;
    return this.#database.locksRows
      ? sql<boolean>`${needs}::jsonb <@ ${has}::jsonb`
      : sql<boolean>`not exists (
          select 1 from json_each(${needs}) as need
          where need.value not in (select value from json_each(${has})))`;
  }
}

/** The first queued jobs of those with these needs, up to `most` of each, in the order of all. */
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
