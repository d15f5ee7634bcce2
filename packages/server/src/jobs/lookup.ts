/** Reads one job of an account by its id, or a page of jobs. Expired jobs are not returned. */
import type { Database } from '../db/database.ts';
import type { JobStatus } from '../db/tables.ts';
import type { Clock } from '../kit/clock.ts';
import type { StoredJob } from './record.ts';

export const jobStatuses = ['queued', 'processing', 'completed', 'failed', 'cancelled'] as const;

export const isTerminal = (status: JobStatus): boolean => status !== 'queued' && status !== 'processing';

/** A position in the list of jobs, which begins with the newest job. */
export interface JobPosition {
  createdAt: number;
  id: string;
}

export interface ListQuery {
  limit: number;
  after?: JobPosition | undefined;
  status?: JobStatus | undefined;
}

interface LookupServices {
  database: Database;
  clock: Clock;
}

export class Lookup {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor({ database, clock }: LookupServices) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Returns the job `id`, or undefined if this job does not exist or belongs to another account. */
  async find(accountId: string, id: string): Promise<StoredJob | undefined> {
    return this.#visible(accountId).where('jobs.id', '=', id).executeTakeFirst();
  }

  /** Lists jobs, newest first. */
  async list(accountId: string, { limit, after, status }: ListQuery): Promise<StoredJob[]> {
    let jobs = this.#visible(accountId);
    if (status) jobs = jobs.where('jobs.status', '=', status);
    if (after) {
      const { createdAt, id } = after;
      jobs = jobs.where((where) =>
        where(where.refTuple('jobs.created_at', 'jobs.id'), '<', where.tuple(createdAt, id)),
      );
    }
    return jobs.orderBy('jobs.created_at', 'desc').orderBy('jobs.id', 'desc').limit(limit).execute();
  }

  #visible(accountId: string) {
    return this.#database.query
      .selectFrom('jobs')
      .leftJoin('deliveries', 'deliveries.job_id', 'jobs.id')
      .leftJoin('uploads', (join) =>
        join
          .onRef('uploads.id', '=', 'jobs.rerun_file')
          .on('uploads.object', 'is not', null)
          .on('uploads.expires_at', '>', this.#clock.now()),
      )
      .selectAll('jobs')
      .select([
        'deliveries.status as delivery_status',
        'deliveries.attempts as delivery_attempts',
        'deliveries.last_error as delivery_last_error',
        'uploads.expires_at as upload_expires_at',
      ])
      .where('jobs.account_id', '=', accountId)
      .where((where) =>
        where.or([
          where('jobs.status', 'in', ['queued', 'processing']),
          where('jobs.expires_at', '>', this.#clock.now()),
        ]),
      );
  }
}
