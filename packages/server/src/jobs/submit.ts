/** A job accepted: made sense of, its file stored, and in one transaction put into the line and its place reserved. */
import type { Kysely } from 'kysely';
import type { Converter } from '../convert/converter.ts';
import type { ConversionPlan } from '../convert/plan.ts';
import type { Database } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import { formatNamed } from '@protean/formats';
import type { Clock } from '../kit/clock.ts';
import type { NewId } from '../kit/ids.ts';
import type { Encryption } from '../kit/encryption.ts';
import { KeyedMutex } from '../kit/keyed-mutex.ts';
import type { QuotaCustomer, Quota } from '../limits/quota.ts';
import type { FolderStore } from '../storage/folder.ts';
import { checkSource } from '../egress/download.ts';
import { admitEndpoint, type EndpointServices } from '../webhooks/endpoint.ts';
import type { Changes } from './changes.ts';
import { nextStartTag } from './queue.ts';
import { encryptRequest, type JobRequest } from './request.ts';
import type { OrphanedObjects } from './orphaned-objects.ts';

export interface Submission extends JobRequest {
  account: QuotaCustomer;
  /** Where the file is when it was sent; it is moved from there. */
  file?: string;
  webhookUrl?: string;
}

export interface SubmitServices extends EndpointServices {
  database: Database;
  clock: Clock;
  newId: NewId;
  encryption: Encryption;
  store: FolderStore;
  converter: Converter;
  quota: Quota;
  orphanedObjects: OrphanedObjects;
  changes: Changes;
  jobRetentionMs: number;
}

export class Submit {
  readonly #services: SubmitServices;
  /** All of an account wait for its one row anyway: in turn they need one connection. */
  readonly #mutex = new KeyedMutex();

  constructor(parts: SubmitServices) {
    this.#services = parts;
  }

  /**
   * The id of the new job. `keep` is part of its transaction. Throws `bad_request` or `unsupported_route` for what can
   * be seen to be wrong now, `quota_exceeded` where there is no place.
   */
  async submit(
    submission: Submission,
    keep: (jobId: string, db: Kysely<Tables>) => Promise<void>,
  ): Promise<string> {
    const { newId, changes, orphanedObjects, store } = this.#services;
    const { account, file } = submission;
    await this.#checkAddresses(submission);
    const plan = await this.#plan(submission);
    const id = newId();
    const upload = file === undefined ? null : store.newName();
    const commit = () =>
      this.#mutex.run(account.id, () => this.#insert({ id, upload, plan, ...submission }, keep));
    if (file === undefined || upload === null) await commit();
    else {
      await orphanedObjects.hold(upload);
      try {
        await store.put(file, upload);
        await commit();
      } catch (error) {
        await orphanedObjects.abandon(upload);
        throw error;
      }
    }
    changes.queued();
    return id;
  }

  async #checkAddresses({ account, sourceUrl, webhookUrl: url }: Submission): Promise<void> {
    if (sourceUrl !== undefined) await checkSource(this.#services.outbound, sourceUrl);
    if (url !== undefined)
      await admitEndpoint(this.#services, { accountId: account.id, url, field: 'webhook_url' });
  }

  /** Undefined where the worker has to look into the file first. */
  async #plan({ file, ...asked }: Submission): Promise<ConversionPlan | undefined> {
    const { converter } = this.#services;
    return file === undefined ? converter.planAhead(asked) : await converter.plan({ ...asked, file });
  }

  async #insert(
    job: Submission & { id: string; upload: string | null; plan: ConversionPlan | undefined },
    keep: (jobId: string, db: Kysely<Tables>) => Promise<void>,
  ): Promise<void> {
    const { database, clock, quota, encryption, orphanedObjects, jobRetentionMs } = this.#services;
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
        ...{
          id,
          account_id: account.id,
          status: 'queued' as const,
          start_tag: await nextStartTag(db, account.id),
        },
        ...{ created_at: now, updated_at: now, started_at: null, finished_at: null },
        expires_at: now + jobRetentionMs,
        source_format: plan?.route.source ?? null,
        target_format: plan?.route.target ?? formatNamed(target)?.ext ?? target,
        request: encryptRequest(encryption, id, request),
        ...{ upload, lease_id: null, reservation_id: reservation.id },
        ...{ result: null, result_object: null, error: null, webhook_url: webhookUrl ?? null },
      };
      await db.insertInto('jobs').values(row).execute();
      if (upload !== null) await orphanedObjects.keep(db, upload);
      await keep(id, db);
    });
  }
}
