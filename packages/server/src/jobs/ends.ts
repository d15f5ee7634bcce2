/** The ends of jobs: each in one transaction with the ledger, the event for the webhook and the objects it frees. */
import type { Kysely } from 'kysely';
import type { Accounts } from '../accounts/accounts.ts';
import type { Database } from '../db/database.ts';
import type { JobRow, JobStatus, Tables } from '../db/tables.ts';
import type { ServiceError } from '../errors.ts';
import type { Clock } from '../kit/clock.ts';
import type { Faults } from '../kit/faults.ts';
import type { Quota } from '../limits/quota.ts';
import type { Links } from '../storage/links.ts';
import type { Announcement, Outbox } from '../webhooks/outbox.ts';
import type { Changes } from './changes.ts';
import type { Job } from './line.ts';
import { resultObject, type Result } from './record.ts';
import { Lost, type Strays } from './strays.ts';

export type TerminalStatus = Exclude<JobStatus, 'queued' | 'processing'>;

export interface EndsParts {
  database: Database;
  clock: Clock;
  accounts: Accounts;
  quota: Quota;
  links: Links;
  strays: Strays;
  outbox: Outbox;
  changes: Changes;
  faults: Faults;
  jobRetentionMs: number;
}

/** Who ends a job: its worker, which must still hold it, or whoever finds that nobody does. */
export type By = 'holder' | 'finder';

export class Ends {
  readonly #parts: EndsParts;
  readonly #watchers: ((status: TerminalStatus) => void)[] = [];

  constructor(parts: EndsParts) {
    this.#parts = parts;
  }

  /** Tells `watcher` of every job that this process ends. */
  watch(watcher: (status: TerminalStatus) => void): void {
    this.#watchers.push(watcher);
  }

  /** `object` is the result, on the disk and held. Throws {@link Lost} when the job is not ours any more. */
  async complete(job: Job, result: Result, object: string): Promise<void> {
    const { database, accounts, quota, strays, links, faults } = this.#parts;
    const account = await accounts.find(job.account_id);
    if (!account) throw new Error(`job ${job.id} is of an account that there is not`);
    const values = { result: JSON.stringify(result), result_object: object, progress: 100 };
    await database.write(async (db) => {
      await this.#end(db, job, 'holder', 'completed', values);
      await quota.commit(account, job.reservation_id, db);
      await strays.keep(db, object);
      const data = {
        job_id: job.id,
        status: 'completed' as const,
        result: resultObject(result, object, links),
      };
      await this.#announce(db, job, 'job.completed', data);
      await faults.at('before-commit');
    });
    await this.#ended(job, 'completed');
  }

  /** Costs nothing. Throws {@link Lost} when somebody else has ended or taken the job. */
  async fail(job: Job, failure: ServiceError, by: By = 'holder'): Promise<void> {
    const { database, quota } = this.#parts;
    const { error } = failure.toEnvelope();
    await database.write(async (db) => {
      await this.#end(db, job, by, 'failed', { error: JSON.stringify(error) });
      await quota.release(job.reservation_id, db);
      await this.#announce(db, job, 'job.failed', { job_id: job.id, status: 'failed', error });
    });
    await this.#ended(job, 'failed');
  }

  /** False when it has ended already. */
  async cancel(job: Job): Promise<boolean> {
    const { database, quota, strays } = this.#parts;
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
      await strays.drop(db, job.upload);
      return true;
    });
    if (cancelled) await this.#ended(job, 'cancelled');
    return cancelled;
  }

  #terminal(status: TerminalStatus) {
    const now = this.#parts.clock.now();
    return {
      ...{ status, request: null, upload: null, lease_id: null },
      ...{ updated_at: now, finished_at: now, expires_at: now + this.#parts.jobRetentionMs },
    };
  }

  /** The one way into `completed` and `failed`, for him only who has the last claim. */
  async #end(
    db: Kysely<Tables>,
    job: Job,
    by: By,
    status: 'completed' | 'failed',
    values: Partial<Pick<JobRow, 'result' | 'result_object' | 'error'>> & { progress?: number },
  ): Promise<void> {
    const row = await db
      .updateTable('jobs')
      .set({ ...this.#terminal(status), ...values })
      .where('id', '=', job.id)
      .where('status', '=', 'processing')
      .where('attempts', '=', job.attempts)
      .where('lease_id', by === 'holder' ? 'is not' : 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!row) throw new Lost(`job ${job.id} is not held any more`);
    await this.#parts.strays.drop(db, job.upload);
  }

  async #announce(
    db: Kysely<Tables>,
    { id: jobId, account_id: accountId, webhook_url: url }: Job,
    event: Announcement['event'],
    data: Announcement['data'],
  ): Promise<void> {
    if (url !== null) await this.#parts.outbox.add(db, { accountId, jobId, url, event, data });
  }

  async #ended({ id, upload }: Job, status: TerminalStatus): Promise<void> {
    const { faults, changes, outbox, strays } = this.#parts;
    await faults.at('after-commit');
    changes.changed(id);
    outbox.wake();
    for (const watcher of this.#watchers) watcher(status);
    await strays.clear([upload]);
  }
}
