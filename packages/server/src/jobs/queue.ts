/**
 * The queue of jobs in the database, ordered by start-time fair queueing. Each job has a start tag: its start in
 * virtual time, which is the expected end of the account's previous job. Because of the start tags, at most one job of
 * an account runs before the first job of another account. Hours of queued video do not delay the small files of other
 * accounts.
 */
import type { Kysely, Selectable } from 'kysely';
import type { FileEnd } from '../convert/request/context.ts';
import type { Database } from '../db/database.ts';
import type { JobRow, JobStatus, Tables } from '../db/tables.ts';
import { requeuedStartTag, startTagAfter } from './start-tag.ts';

export type JobRecord = Selectable<JobRow>;

/**
 * Returns the start tag of an account's next job. Concurrent calls for one account may return the same start tag. Equal
 * start tags are harmless.
 */
export async function nextStartTag(db: Kysely<Tables>, accountId: string): Promise<number> {
  // The query does one index look-up per status, regardless of the number of jobs. Cancelled jobs do not count as
  // earlier jobs of the account. If cancelled jobs counted, a caller with 1,000 cancelled jobs would wait as long as if
  // these jobs had run.
  const last = await db
    .selectNoFrom((eb) => {
      const lastOf = (status: JobStatus) =>
        eb.selectFrom('jobs').where('status', '=', status).orderBy('start_tag', 'desc').limit(1);
      const endOfMine = (status: JobStatus) =>
        lastOf(status)
          .where('account_id', '=', accountId)
          .select((of) => of('start_tag', '+', of.ref('expected_ms')).as('tag'));
      const startOfAny = (status: JobStatus) => lastOf(status).select('start_tag as tag');
      return [
        endOfMine('queued').as('mineQueued'),
        endOfMine('processing').as('mineProcessing'),
        endOfMine('completed').as('mineCompleted'),
        endOfMine('failed').as('mineFailed'),
        startOfAny('processing').as('processing'),
        startOfAny('completed').as('completed'),
        startOfAny('failed').as('failed'),
      ];
    })
    .executeTakeFirstOrThrow();
  const lastStart = latest([last.processing, last.completed, last.failed]);
  return startTagAfter({
    ownEnd: latest([last.mineQueued, last.mineProcessing, last.mineCompleted, last.mineFailed]),
    lastStart,
    firstQueued: lastStart === null ? await firstStartTag(db) : null,
  });
}

function latest(tags: readonly (number | null)[]): number | null {
  const known = tags.filter((tag) => tag !== null);
  return known.length === 0 ? null : Math.max(...known);
}

/** Returns the smallest start tag of all queued jobs. */
async function firstStartTag(db: Kysely<Tables>): Promise<number | null> {
  const all = await db
    .selectFrom('jobs')
    .select(({ fn }) => fn.min<number | null>('start_tag').as('first'))
    .where('status', '=', 'queued')
    .executeTakeFirstOrThrow();
  return all.first;
}

/**
 * Ends a claim and queues the job again, before the account's other jobs. `crashed` means that the process that held
 * the claim has died. Returns false if the claim was already lost.
 */
export async function requeue(
  database: Database,
  job: JobRecord,
  now: number,
  { crashed }: { crashed: boolean },
): Promise<boolean> {
  return database.write(async (db) => {
    const startTag = requeuedStartTag(job.start_tag, await firstStartTag(db));
    const row = await db
      .updateTable('jobs')
      .set(({ eb }) => ({
        ...{
          status: 'queued',
          start_tag: startTag,
          lease_id: null,
          started_at: null,
          updated_at: now,
          ...nothingDone,
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

/**
 * Ends the claims of this lease on jobs that are not in `running`. A job that is claimed but not in `running` was never
 * started, because this process did not receive the database's response to the claim.
 */
export async function abandonOthers(
  database: Database,
  leaseId: string,
  running: readonly string[],
): Promise<void> {
  await database.query
    .updateTable('jobs')
    .set({ lease_id: null })
    .where('lease_id', '=', leaseId)
    .where('status', '=', 'processing')
    .$if(running.length > 0, (query) => query.where('id', 'not in', running))
    .execute();
}

/**
 * Returns abandoned jobs, which have the status `processing` but no claim. The process that claimed an abandoned job
 * has died, or never received the database's response to the claim.
 */
export async function abandonedJobs(database: Database): Promise<JobRecord[]> {
  return database.query
    .selectFrom('jobs')
    .selectAll()
    .where('status', '=', 'processing')
    .where('lease_id', 'is', null)
    .execute();
}

/** Returns the ids of the jobs in `jobs` that still have a valid claim. */
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

/** Numbers of converted files and of failed files in a job. */
export type FileCounts = Pick<JobRecord, 'files_converted' | 'files_failed'>;

/** Progress of a job, in percent and as numbers of files. */
export type JobProgress = Pick<JobRecord, 'progress'> & FileCounts;

export const noFiles: FileCounts = { files_converted: 0, files_failed: 0 };
export const nothingDone: JobProgress = { progress: 0, ...noFiles };

/** Returns `counts` with one more converted or failed file. */
export function afterFile<Counts extends FileCounts>(counts: Counts, end: FileEnd): Counts {
  const column = `files_${end}` as const;
  return { ...counts, [column]: counts[column] + 1 };
}

/** Writes the progress if the claim is still valid. */
export async function noteProgress(
  database: Database,
  job: JobRecord,
  progress: JobProgress,
  now: number,
): Promise<void> {
  await database.relaxedDurability((db) =>
    db
      .updateTable('jobs')
      .set({ ...progress, updated_at: now })
      .where('id', '=', job.id)
      .where('status', '=', 'processing')
      .where('fencing_token', '=', job.fencing_token)
      .where('lease_id', 'is not', null)
      .execute(),
  );
}

/** Writes the source format that was detected after the job was accepted. No-op if the claim is no longer valid. */
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
