/** A job accepted: made sense of, its file stored, and in one transaction put into the line and its place reserved. */
import type { Kysely } from 'kysely';
import type { Converter } from '../convert/converter.ts';
import type { Plan } from '../convert/plan.ts';
import type { Database } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import { formatNamed } from '../formats/formats.ts';
import type { Clock } from '../kit/clock.ts';
import type { NewId } from '../kit/ids.ts';
import type { Seal } from '../kit/seal.ts';
import { Turns } from '../kit/turns.ts';
import type { Customer, Quota } from '../limits/quota.ts';
import type { FolderStore } from '../storage/folder.ts';
import { checkSource } from '../webhooks/download.ts';
import { admitReceiver, type ReceiverParts } from '../webhooks/receiver.ts';
import type { Changes } from './changes.ts';
import { nextTurn } from './line.ts';
import { sealRequest, type JobRequest } from './request.ts';
import type { Strays } from './strays.ts';

export interface Submission extends JobRequest {
  account: Customer;
  /** Where the file is when it was sent; it is moved from there. */
  file?: string;
  webhookUrl?: string;
}

export interface SubmitParts extends ReceiverParts {
  database: Database;
  clock: Clock;
  newId: NewId;
  seal: Seal;
  store: FolderStore;
  converter: Converter;
  quota: Quota;
  strays: Strays;
  changes: Changes;
  jobRetentionMs: number;
}

export class Submit {
  readonly #parts: SubmitParts;
  /** All of an account wait for its one row anyway: in turn they need one connection. */
  readonly #turns = new Turns();

  constructor(parts: SubmitParts) {
    this.#parts = parts;
  }

  /**
   * The id of the new job. `keep` is part of its transaction. Throws `bad_request` or `unsupported_route` for what can
   * be seen to be wrong now, `quota_exceeded` where there is no place.
   */
  async submit(
    submission: Submission,
    keep: (jobId: string, db: Kysely<Tables>) => Promise<void>,
  ): Promise<string> {
    const { newId, changes, strays, store } = this.#parts;
    const { account, file } = submission;
    await this.#checkAddresses(submission);
    const plan = await this.#plan(submission);
    const id = newId();
    const upload = file === undefined ? null : store.newName();
    const commit = () =>
      this.#turns.run(account.id, () => this.#insert({ id, upload, plan, ...submission }, keep));
    if (file === undefined || upload === null) await commit();
    else {
      await strays.hold(upload);
      try {
        await store.put(file, upload);
        await commit();
      } catch (error) {
        await strays.abandon(upload);
        throw error;
      }
    }
    changes.queued();
    return id;
  }

  async #checkAddresses({ account, sourceUrl, webhookUrl: url }: Submission): Promise<void> {
    if (sourceUrl !== undefined) await checkSource(this.#parts.outbound, sourceUrl);
    if (url !== undefined)
      await admitReceiver(this.#parts, { accountId: account.id, url, field: 'webhook_url' });
  }

  /** Undefined where the worker has to look into the file first. */
  async #plan({ file, ...asked }: Submission): Promise<Plan | undefined> {
    const { converter } = this.#parts;
    return file === undefined ? converter.planAhead(asked) : await converter.plan({ ...asked, file });
  }

  async #insert(
    job: Submission & { id: string; upload: string | null; plan: Plan | undefined },
    keep: (jobId: string, db: Kysely<Tables>) => Promise<void>,
  ): Promise<void> {
    const { database, clock, quota, seal, strays, jobRetentionMs } = this.#parts;
    const { id, upload, plan, account, webhookUrl, fileName, target, source, options, sourceUrl } = job;
    const request: JobRequest = {
      ...{ fileName, target, options },
      ...(source === undefined ? {} : { source }),
      ...(sourceUrl === undefined ? {} : { sourceUrl }),
      // What the file is was told by looking into it, which need not be done again.
      ...(upload !== null && plan ? { source: plan.route.source } : {}),
    };
    await database.write(async (db) => {
      // It locks the account's row, so that turns are given one after the other.
      const reservation = await quota.reserve(account, { lasting: true, db });
      const now = clock.now();
      const row = {
        ...{ id, account_id: account.id, status: 'queued' as const, turn: await nextTurn(db, account.id) },
        ...{ created_at: now, updated_at: now, started_at: null, finished_at: null },
        expires_at: now + jobRetentionMs,
        source_format: plan?.route.source ?? null,
        target_format: plan?.route.target ?? formatNamed(target)?.ext ?? target,
        request: sealRequest(seal, id, request),
        ...{ upload, lease_id: null, reservation_id: reservation.id },
        ...{ result: null, result_object: null, error: null, webhook_url: webhookUrl ?? null },
      };
      await db.insertInto('jobs').values(row).execute();
      if (upload !== null) await strays.keep(db, upload);
      await keep(id, db);
    });
  }
}
