/** The operations of a job's owner (contract §6): submit, list, follow, cancel. */
import type { Database } from '../db/database.ts';
import type { Clock } from '../kit/clock.ts';
import type { Encryption } from '../kit/encryption.ts';
import type { Links } from '../storage/links.ts';
import type { Changes } from './changes.ts';
import type { Completion } from './completion.ts';
import { isTerminal, type JobPosition, type ListQuery, type Lookup } from './lookup.ts';
import type { OrphanedObjects } from '../storage/orphaned-objects.ts';
import { resourceOf, type JobResource, type StoredJob } from './record.ts';
import { decryptRerun, decryptWebhookUrl, type JobRequest } from './request.ts';
import type { Submit } from './submit.ts';

interface JobServices {
  database: Database;
  clock: Clock;
  links: Links;
  encryption: Encryption;
  changes: Changes;
  lookup: Lookup;
  completion: Completion;
  orphanedObjects: OrphanedObjects;
  submit: Submit;
}

/** The request of a job that is run again. */
export type Rerun = JobRequest & { fileId: string; webhookUrl: string | undefined };

export class Jobs {
  readonly #services: JobServices;

  constructor(services: JobServices) {
    this.#services = services;
  }

  /** Submits a job, see {@link Submit.submit}. */
  submit(...args: Parameters<Submit['submit']>): Promise<string> {
    return this.#services.submit.submit(...args);
  }

  /**
   * Returns the job. Returns undefined if the job belongs to another account, does not exist or has expired.
   * `linkSeconds` is passed to `resourceOf`.
   */
  async find(accountId: string, id: string, linkSeconds?: number): Promise<JobResource | undefined> {
    const job = await this.#services.lookup.find(accountId, id);
    return job && this.#resourceOf(job, linkSeconds);
  }

  /** Lists jobs, newest first. `next` is the position of the next page. `next` is undefined if no more jobs follow. */
  async list(accountId: string, query: ListQuery): Promise<{ jobs: JobResource[]; next?: JobPosition }> {
    const found = await this.#services.lookup.list(accountId, { ...query, limit: query.limit + 1 });
    const page = found.slice(0, query.limit);
    const last = found.length > query.limit ? page.at(-1) : undefined;
    const jobs = page.map((job) => this.#resourceOf(job));
    return { jobs, ...(last ? { next: { createdAt: last.created_at, id: last.id } } : {}) };
  }

  /**
   * Yields the job now and after each change of its status, progress or files, until it has ended or `signal` aborts.
   * Yields nothing if the job does not exist.
   */
  async *follow(
    accountId: string,
    id: string,
    signal: AbortSignal,
    linkSeconds?: number,
  ): AsyncGenerator<JobResource> {
    for (let before = ''; ;) {
      const change = this.#services.changes.next(id, signal);
      const record = await this.find(accountId, id, linkSeconds);
      if (!record) return;
      const { status, progress, files } = record;
      const now = [status, progress, files?.converted, files?.failed].join(' ');
      if (now !== before) yield record;
      before = now;
      if (isTerminal(record.status) || signal.aborted) return;
      await change;
    }
  }

  /**
   * Cancels a job. If the job has already ended, drops its result and keeps its status (contract §6.6). Always removes
   * the files of the job. Returns undefined if the job does not exist.
   */
  async cancel(accountId: string, id: string): Promise<JobResource | undefined> {
    const job = await this.#services.lookup.find(accountId, id);
    if (!job) return undefined;
    if (isTerminal(job.status)) await this.#dropResult(job);
    // If `cancel` returns false, the job has ended since it was read. A second call of `cancel` removes the result of
    // an ended job.
    else if (!(await this.#services.completion.cancel(job))) return this.cancel(accountId, id);
    return this.find(accountId, id);
  }

  /**
   * Returns the request of a job that may run again, and the id of its upload. Returns undefined if the job cannot run
   * again.
   */
  async findRerun(accountId: string, id: string): Promise<Rerun | undefined> {
    const job = await this.#services.lookup.find(accountId, id);
    if (!job || !job.rerun_file || !job.rerun_request || job.upload_expires_at === null) return undefined;
    const request = decryptRerun(this.#services.encryption, id, job.rerun_request);
    const webhookUrl = decryptWebhookUrl(this.#services.encryption, id, job.webhook_url);
    return request && { ...request, fileId: job.rerun_file, webhookUrl };
  }

  #resourceOf(job: StoredJob, linkSeconds?: number): JobResource {
    return resourceOf(job, this.#services.links, this.#services.encryption, linkSeconds);
  }

  async #dropResult({ id }: StoredJob): Promise<void> {
    const object = await this.#services.database.write(async (db) => {
      const row = await db
        .selectFrom('jobs')
        .select('result_object')
        .where('id', '=', id)
        .where('result_object', 'is not', null)
        .$if(this.#services.database.locksRows, (query) => query.forUpdate())
        .executeTakeFirst();
      if (!row) return null;
      await db
        .updateTable('jobs')
        .set({ result: null, result_object: null, report: null, updated_at: this.#services.clock.now() })
        .where('id', '=', id)
        .execute();
      await this.#services.orphanedObjects.drop(db, row.result_object);
      return row.result_object;
    });
    await this.#services.orphanedObjects.clear([object]);
  }
}
