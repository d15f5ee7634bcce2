/**
 * The queue of jobs in the database, by start-time fair queueing: the jobs of an account with many of them have start
 * tags far apart, so that at any time it has at most one job before another account's first.
 */
import type { Kysely, Selectable } from 'kysely';
import type { Database } from '../db/database.ts';
import type { JobRow, Tables } from '../db/tables.ts';

export type JobRecord = Selectable<JobRow>;

/** The start tag of an account's next job. Two concurrent calls for one account may return the same, which is harmless. */
export async function nextStartTag(db: Kysely<Tables>, accountId: string): Promise<number> {
  const queued = db.selectFrom('jobs').where('status', '=', 'queued');
  const mine = await queued
    .select(({ fn }) => fn.max<number | null>('start_tag').as('last'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  const now = await firstStartTag(db);
  return Math.max((mine.last ?? -1) + 1, now ?? 0);
}

/** The smallest of all queued jobs. */
async function firstStartTag(db: Kysely<Tables>): Promise<number | null> {
  const all = await db
    .selectFrom('jobs')
    .select(({ fn }) => fn.min<number | null>('start_tag').as('first'))
    .where('status', '=', 'queued')
    .executeTakeFirstOrThrow();
  return all.first;
}

/** Claims the job with the smallest start tag under `leaseId`; undefined when none is queued. No two calls get the same. */
export async function claimNext(
  database: Database,
  leaseId: string,
  now: number,
): Promise<JobRecord | undefined> {
  return database.relaxedDurability((db) =>
    db
      .updateTable('jobs')
      .set(({ eb }) => ({
        ...{ status: 'processing', lease_id: leaseId, started_at: now, updated_at: now, progress: 0 },
        fencing_token: eb('fencing_token', '+', 1),
      }))
      .where('id', '=', (of) =>
        of
          .selectFrom('jobs')
          .select('id')
          .where('status', '=', 'queued')
          .orderBy('start_tag')
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

/**
 * Ends a claim and queues the job again, before the others of its account; `crashed`: the claim's process died. False
 * when the claim was already lost.
 */
export async function requeue(
  database: Database,
  job: JobRecord,
  now: number,
  { crashed }: { crashed: boolean },
): Promise<boolean> {
  return database.write(async (db) => {
    // With its old start tag, which becomes the first, new jobs of every account would pass those that wait already.
    const startTag = Math.max(job.start_tag, (await firstStartTag(db)) ?? 0);
    const row = await db
      .updateTable('jobs')
      .set(({ eb }) => ({
        ...{
          status: 'queued',
          start_tag: startTag,
          lease_id: null,
          started_at: null,
          updated_at: now,
          progress: 0,
        },
        crash_count: eb('crash_count', '+', crashed ? 1 : 0),
      }))
      .where('id', '=', job.id)
      .where('status', '=', 'processing')
      .where('fencing_token', '=', job.fencing_token)
      .where('lease_id', crashed ? 'is' : 'is not', null)
      .returning('id')
      .executeTakeFirst();
    return row !== undefined;
  });
}

/** Jobs in work whose claim ended with its process. */
export async function abandonedJobs(database: Database): Promise<JobRecord[]> {
  return database.query
    .selectFrom('jobs')
    .selectAll()
    .where('status', '=', 'processing')
    .where('lease_id', 'is', null)
    .execute();
}

/** The ids of those jobs whose claim is still valid. */
export async function stillHeld(database: Database, jobs: readonly JobRecord[]): Promise<Set<string>> {
  const rows = await database.query
    .selectFrom('jobs')
    .select(['id', 'fencing_token'])
    .where('status', '=', 'processing')
    .where('lease_id', 'is not', null)
    .where(
      'id',
      'in',
      jobs.map(({ id }) => id),
    )
    .execute();
  const tokens = new Map(rows.map((row) => [row.id, row.fencing_token]));
  return new Set(jobs.filter((job) => tokens.get(job.id) === job.fencing_token).map(({ id }) => id));
}

/** Writes `progress`, 0 to 100, while the claim is valid. */
export async function noteProgress(
  database: Database,
  job: JobRecord,
  progress: number,
  now: number,
): Promise<void> {
  await database.relaxedDurability((db) =>
    db
      .updateTable('jobs')
      .set({ progress, updated_at: now })
      .where('id', '=', job.id)
      .where('status', '=', 'processing')
      .where('fencing_token', '=', job.fencing_token)
      .where('lease_id', 'is not', null)
      .execute(),
  );
}

/** Writes the source format that was detected after the job was accepted, while the claim is valid. */
export async function noteSource(database: Database, job: JobRecord, source: string): Promise<void> {
  await database.relaxedDurability((db) =>
    db
      .updateTable('jobs')
      .set({ source_format: source })
      .where('id', '=', job.id)
      .where('status', '=', 'processing')
      .where('fencing_token', '=', job.fencing_token)
      .execute(),
  );
}
