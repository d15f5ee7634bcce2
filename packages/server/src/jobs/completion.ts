/**
 * Finishes jobs. One transaction sets the final status of a job, writes the ledger entry and the webhook event, and
 * updates the references to stored objects (contract §6.2).
 */
import type { Kysely } from 'kysely';
import type { Accounts } from '../accounts/accounts.ts';
import type { ConversionResult } from '../convert/result/conversion-result.ts';
import { resultObject, storedResult } from '../convert/result/stored-result.ts';
import type { Database } from '../db/database.ts';
import type { JobRow, JobStatus, Tables } from '../db/tables.ts';
import type { ServiceError } from '../errors.ts';
import type { Clock } from '../kit/clock.ts';
import type { Encryption } from '../kit/encryption.ts';
import type { Failpoints } from '../kit/failpoints.ts';
import { LeaseLostError } from '../leases/lease.ts';
import type { Quota } from '../limits/quota.ts';
import { longestLinkSeconds, type Links } from '../storage/links.ts';
import type { Announcement, WebhookOutbox } from '../webhooks/outbox.ts';
import type { Changes } from './changes.ts';
import type { FileCounts, JobRecord } from './queue.ts';
import type { OrphanedObjects } from '../storage/orphaned-objects.ts';
import { decryptWebhookUrl } from './request.ts';

export type TerminalStatus = Exclude<JobStatus, 'queued' | 'processing'>;

interface CompletionServices {
  database: Database;
  clock: Clock;
  encryption: Encryption;
  accounts: Accounts;
  quota: Pick<Quota, 'commit' | 'fail' | 'release'>;
  links: Links;
  orphanedObjects: OrphanedObjects;
  outbox: WebhookOutbox;
  changes: Changes;
  failpoints: Failpoints;
  jobRetentionMs: number;
}

/**
 * Process that finishes a job. `runner` is the process that ran the job and still holds the job's claim. `recovery` is
 * any process that finishes the job after the job's own process has died and the job has lost its claim.
 */
type FinishedBy = 'runner' | 'recovery';

export class Completion {
  readonly #services: CompletionServices;
  readonly #watchers: ((status: TerminalStatus) => void)[] = [];

  constructor(services: CompletionServices) {
    this.#services = services;
  }

  /** Calls `watcher` for every job that this process finishes. */
  watch(watcher: (status: TerminalStatus) => void): void {
    this.#watchers.push(watcher);
  }

  /**
   * Completes the job with its result. The result's file is already stored as `object` and registered with
   * {@link OrphanedObjects.hold}. Throws {@link LeaseLostError} if another process has finished the job or taken it
   * over.
   */
  async complete(
    job: JobRecord,
    conversion: ConversionResult,
    { object, files }: { object: string; files: FileCounts },
  ): Promise<void> {
    const account = await this.#services.accounts.find(job.account_id);
    if (!account) throw new LeaseLostError(`the account of job ${job.id} was deleted`);
    const { report, converted } = conversion;
    const result = storedResult(conversion);
    const values = {
      ...{ result: JSON.stringify(result), result_object: object, progress: 100, ...files },
      report: report ? JSON.stringify(report) : null,
    };
    await this.#services.database.write(async (db) => {
      const end = await this.#finish(db, job, 'runner', 'completed', values);
      await this.#services.quota.commit(account, job.reservation_id, db, converted);
      await this.#services.orphanedObjects.keep(db, object);
      const data = {
        job_id: job.id,
        status: 'completed' as const,
        result: resultObject(
          result,
          this.#services.links.to(object, result.fileName, longestLinkSeconds, end),
        ),
      };
      await this.#announce(db, job, 'job.completed', data);
      await this.#services.failpoints.reach('before-commit');
    });
    await this.#afterCommit(job, 'completed');
  }

  /**
   * Fails the job without a charge. Throws {@link LeaseLostError} if another process has finished the job or taken it
   * over.
   */
  async fail(
    job: JobRecord,
    failure: ServiceError,
    { by = 'runner', files = {} }: { by?: FinishedBy; files?: Partial<FileCounts> } = {},
  ): Promise<void> {
    const { error } = failure.toEnvelope();
    await this.#services.database.write(async (db) => {
      await this.#finish(db, job, by, 'failed', { error: JSON.stringify(error), ...files });
      await this.#services.quota.fail({ id: job.account_id }, job.reservation_id, db);
      await this.#announce(db, job, 'job.failed', { job_id: job.id, status: 'failed', error });
    });
    await this.#afterCommit(job, 'failed');
  }

  /** Cancels the job without a charge. Returns false if the job has already ended. */
  async cancel(job: JobRecord): Promise<boolean> {
    const cancelled = await this.#services.database.write(async (db) => {
      const row = await db
        .updateTable('jobs')
        .set(this.#terminal('cancelled'))
        .where('id', '=', job.id)
        .where('status', 'in', ['queued', 'processing'])
        .returning('id')
        .executeTakeFirst();
      if (!row) return false;
      await this.#services.quota.release(job.reservation_id, db);
      await this.#services.orphanedObjects.drop(db, job.upload);
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

  /**
   * Changes the status to `completed` or `failed`. No other method sets the statuses `completed` and `failed`. Returns
   * the job's expiry time. Throws {@link LeaseLostError} if the claim was lost. Each claim of a job changes the fencing
   * token of the job, so a later claim is detected.
   */
  async #finish(
    db: Kysely<Tables>,
    job: JobRecord,
    by: FinishedBy,
    status: 'completed' | 'failed',
    values: Partial<
      Pick<JobRow, 'result' | 'result_object' | 'error' | 'report'> & FileCounts & { progress: number }
    >,
  ): Promise<number> {
    const terminal = this.#terminal(status);
    const row = await db
      .updateTable('jobs')
      .set({ ...terminal, ...values })
      .where('id', '=', job.id)
      .where('status', '=', 'processing')
      .where('fencing_token', '=', job.fencing_token)
      .where('lease_id', by === 'runner' ? 'is not' : 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!row) throw new LeaseLostError(`the claim on job ${job.id} was lost`);
    await this.#services.orphanedObjects.drop(db, job.upload);
    return terminal.expires_at;
  }

  async #announce(
    db: Kysely<Tables>,
    { id: jobId, account_id: accountId, webhook_url: stored, traceparent }: JobRecord,
    event: Announcement['event'],
    data: Announcement['data'],
  ): Promise<void> {
    const url = decryptWebhookUrl(this.#services.encryption, jobId, stored);
    if (url !== undefined)
      await this.#services.outbox.add(db, { accountId, jobId, url, event, data, traceparent });
  }

  async #afterCommit({ id, upload }: JobRecord, status: TerminalStatus): Promise<void> {
    await this.#services.failpoints.reach('after-commit');
    this.#services.changes.changed(id);
    this.#services.outbox.wake();
    for (const watcher of this.#watchers) watcher(status);
    await this.#services.orphanedObjects.clear([upload]);
  }
}
