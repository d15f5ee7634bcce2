/** The ends of jobs: each in one transaction with the ledger, the event for the webhook and the objects it frees. */
import type { Kysely } from 'kysely';
import type { Accounts } from '../accounts/accounts.ts';
import type { Database } from '../db/database.ts';
import type { JobRow, JobStatus, Tables } from '../db/tables.ts';
import type { ServiceError } from '../errors.ts';
import type { Clock } from '../kit/clock.ts';
import type { Failpoints } from '../kit/failpoints.ts';
import type { Quota } from '../limits/quota.ts';
import type { Links } from '../storage/links.ts';
import type { Announcement, WebhookOutbox } from '../webhooks/outbox.ts';
import type { Changes } from './changes.ts';
import type { JobRecord } from './queue.ts';
import { resultObject, type JobResult } from './record.ts';
import { LeaseLostError, type OrphanedObjects } from './orphaned-objects.ts';

export type TerminalStatus = Exclude<JobStatus, 'queued' | 'processing'>;

export interface CompletionServices {
  database: Database;
  clock: Clock;
  accounts: Accounts;
  quota: Quota;
  links: Links;
  orphanedObjects: OrphanedObjects;
  outbox: WebhookOutbox;
  changes: Changes;
  failpoints: Failpoints;
  jobRetentionMs: number;
}

/** Who ends a job: its worker, which must still hold it, or whoever finds that nobody does. */
export type FinishedBy = 'holder' | 'finder';

export class Completion {
  readonly #services: CompletionServices;
  readonly #watchers: ((status: TerminalStatus) => void)[] = [];

  constructor(parts: CompletionServices) {
    this.#services = parts;
  }

  /** Tells `watcher` of every job that this process ends. */
  watch(watcher: (status: TerminalStatus) => void): void {
    this.#watchers.push(watcher);
  }

  /** `object` is the result, on the disk and held. Throws {@link LeaseLostError} when the job is not ours any more. */
  async complete(job: JobRecord, result: JobResult, object: string): Promise<void> {
    const { database, accounts, quota, orphanedObjects, links, failpoints } = this.#services;
    const account = await accounts.find(job.account_id);
    if (!account) throw new Error(`job ${job.id} is of an account that there is not`);
    const values = { result: JSON.stringify(result), result_object: object, progress: 100 };
    await database.write(async (db) => {
      await this.#finish(db, job, 'holder', 'completed', values);
      await quota.commit(account, job.reservation_id, db);
      await orphanedObjects.keep(db, object);
      const data = {
        job_id: job.id,
        status: 'completed' as const,
        result: resultObject(result, object, links),
      };
      await this.#announce(db, job, 'job.completed', data);
      await failpoints.reach('before-commit');
    });
    await this.#afterCommit(job, 'completed');
  }

  /** Costs nothing. Throws {@link LeaseLostError} when somebody else has ended or taken the job. */
  async fail(job: JobRecord, failure: ServiceError, by: FinishedBy = 'holder'): Promise<void> {
    const { database, quota } = this.#services;
    const { error } = failure.toEnvelope();
    await database.write(async (db) => {
      await this.#finish(db, job, by, 'failed', { error: JSON.stringify(error) });
      await quota.release(job.reservation_id, db);
      await this.#announce(db, job, 'job.failed', { job_id: job.id, status: 'failed', error });
    });
    await this.#afterCommit(job, 'failed');
  }

  /** False when it has ended already. */
  async cancel(job: JobRecord): Promise<boolean> {
    const { database, quota, orphanedObjects } = this.#services;
    const cancelled = await database.write(async (db) => {
      const row = await db
        .updateTable('jobs')
        .set(this.#terminal('cancelled'))
        .where('id', '=', job.id)
        .where('status', 'in', ['queued', 'processing'])
        .returning('id')
        .executeTakeFirst();
      if (!row) return false;
      await quota.release(job.reservation_id, db);
      await orphanedObjects.drop(db, job.upload);
      return true;
    });
    if (cancelled) await this.#afterCommit(job, 'cancelled');
    return cancelled;
  }

  #terminal(status: TerminalStatus) {
    const now = this.#services.clock.now();
    return {
      ...{ status, request: null, upload: null, lease_id: null },
      ...{ updated_at: now, finished_at: now, expires_at: now + this.#services.jobRetentionMs },
    };
  }

  /** The one way into `completed` and `failed`, for him only who has the last claim. */
  async #finish(
    db: Kysely<Tables>,
    job: JobRecord,
    by: FinishedBy,
    status: 'completed' | 'failed',
    values: Partial<Pick<JobRow, 'result' | 'result_object' | 'error'>> & { progress?: number },
  ): Promise<void> {
    const row = await db
      .updateTable('jobs')
      .set({ ...this.#terminal(status), ...values })
      .where('id', '=', job.id)
      .where('status', '=', 'processing')
      .where('fencing_token', '=', job.fencing_token)
      .where('lease_id', by === 'holder' ? 'is not' : 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!row) throw new LeaseLostError(`job ${job.id} is not held any more`);
    await this.#services.orphanedObjects.drop(db, job.upload);
  }

  async #announce(
    db: Kysely<Tables>,
    { id: jobId, account_id: accountId, webhook_url: url }: JobRecord,
    event: Announcement['event'],
    data: Announcement['data'],
  ): Promise<void> {
    if (url !== null) await this.#services.outbox.add(db, { accountId, jobId, url, event, data });
  }

  async #afterCommit({ id, upload }: JobRecord, status: TerminalStatus): Promise<void> {
    const { failpoints, changes, outbox, orphanedObjects } = this.#services;
    await failpoints.reach('after-commit');
    changes.changed(id);
    outbox.wake();
    for (const watcher of this.#watchers) watcher(status);
    await orphanedObjects.clear([upload]);
  }
}
