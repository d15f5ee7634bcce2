/**
 * The line of jobs in the database. Who has many waiting has them far apart, so that others' come in between (start-time
 * fair queueing): at any time an account has at most one job before another's first.
 */
import type { Kysely, Selectable } from 'kysely';
import type { Database } from '../db/database.ts';
import type { JobRow, Tables } from '../db/tables.ts';

export type Job = Selectable<JobRow>;

/** The turn of an account's next job. Two of one account that are asked for at once get the same, which is harmless. */
export async function nextTurn(db: Kysely<Tables>, accountId: string): Promise<number> {
  const queued = db.selectFrom('jobs').where('status', '=', 'queued');
  const mine = await queued
    .select(({ fn }) => fn.max<number | null>('turn').as('last'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  const now = await firstTurn(db);
  return Math.max((mine.last ?? -1) + 1, now ?? 0);
}

/** Of all that wait. */
async function firstTurn(db: Kysely<Tables>): Promise<number | null> {
  const all = await db
    .selectFrom('jobs')
    .select(({ fn }) => fn.min<number | null>('turn').as('first'))
    .where('status', '=', 'queued')
    .executeTakeFirstOrThrow();
  return all.first;
}

/** The job that is next, from now on held under `leaseId`; undefined when none waits. No two get the same. */
export async function claimNext(database: Database, leaseId: string, now: number): Promise<Job | undefined> {
  return database.passing((db) =>
    db
      .updateTable('jobs')
      .set(({ eb }) => ({
        ...{ status: 'processing', lease_id: leaseId, started_at: now, updated_at: now, progress: 0 },
        attempts: eb('attempts', '+', 1),
      }))
      .where('id', '=', (of) =>
        of
          .selectFrom('jobs')
          .select('id')
          .where('status', '=', 'queued')
          .orderBy('turn')
          .orderBy('created_at')
          .orderBy('id')
          .limit(1)
          .$if(database.locksRows, (query) => query.forUpdate().skipLocked()),
      )
      .where('status', '=', 'queued')
      .returningAll()
      .executeTakeFirst(),
  );
}

/** Puts a job back into the line, as the next of its account; false when somebody else has ended or taken it. */
export async function putBack(
  database: Database,
  job: Job,
  now: number,
  { died }: { died: boolean },
): Promise<boolean> {
  return database.write(async (db) => {
    // Its old turn would let all that are new in before those that have waited since.
    const turn = Math.max(job.turn, (await firstTurn(db)) ?? 0);
    const row = await db
      .updateTable('jobs')
      .set(({ eb }) => ({
        ...{ status: 'queued', turn, lease_id: null, started_at: null, updated_at: now, progress: 0 },
        deaths: eb('deaths', '+', died ? 1 : 0),
      }))
      .where('id', '=', job.id)
      .where('status', '=', 'processing')
      .where('attempts', '=', job.attempts)
      .where('lease_id', died ? 'is' : 'is not', null)
      .returning('id')
      .executeTakeFirst();
    return row !== undefined;
  });
}

/** Jobs whose worker is gone: nobody holds them. */
export async function orphans(database: Database): Promise<Job[]> {
  return database.query
    .selectFrom('jobs')
    .selectAll()
    .where('status', '=', 'processing')
    .where('lease_id', 'is', null)
    .execute();
}

/** Which of these claims still hold. */
export async function stillHeld(database: Database, jobs: readonly Job[]): Promise<Set<string>> {
  const rows = await database.query
    .selectFrom('jobs')
    .select(['id', 'attempts'])
    .where('status', '=', 'processing')
    .where('lease_id', 'is not', null)
    .where(
      'id',
      'in',
      jobs.map(({ id }) => id),
    )
    .execute();
  const attempts = new Map(rows.map((row) => [row.id, row.attempts]));
  return new Set(jobs.filter((job) => attempts.get(job.id) === job.attempts).map(({ id }) => id));
}

/** Notes how far a job is, from 0 to 100. */
export async function noteProgress(
  database: Database,
  job: Job,
  progress: number,
  now: number,
): Promise<void> {
  await database.passing((db) =>
    db
      .updateTable('jobs')
      .set({ progress, updated_at: now })
      .where('id', '=', job.id)
      .where('status', '=', 'processing')
      .where('attempts', '=', job.attempts)
      .where('lease_id', 'is not', null)
      .execute(),
  );
}
