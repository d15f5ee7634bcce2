/**
 * Accepts jobs: validates a job, stores its file, then queues it and reserves quota in one transaction (contract §6.1).
 */
import { stat } from 'node:fs/promises';
import type { Kysely } from 'kysely';
import { unitsOf } from '../convert/batch/batch.ts';
import { combinationOf } from '../convert/batch/combine.ts';
import { readRequestOption } from '../convert/request/options.ts';
import { capabilitiesNeeded } from '../convert/catalogue/capability-names.ts';
import type { AnyConverter } from '../convert/run/any-converter.ts';
import type { Route } from '../convert/catalogue/planner.ts';
import type { Database } from '../db/database.ts';
import { RowOrder } from '../db/row-order.ts';
import type { Tables } from '../db/tables.ts';
import { formatNamed } from '@protean/formats';
import type { Clock } from '../kit/clock.ts';
import type { NewId } from '../kit/ids.ts';
import type { Encryption } from '../kit/encryption.ts';
import type { QuotaCustomer, Quota } from '../limits/quota.ts';
import type { ObjectStore } from '../storage/object-store.ts';
import { checkSource } from '../egress/download.ts';
import type { GuardedFetch } from '../egress/outbound.ts';
import type { Tracing } from '../tracing/tracing.ts';
import { admitEndpoint } from '../webhooks/endpoint.ts';
import type { WebhookSecrets } from '../webhooks/secrets.ts';
import type { Changes } from './changes.ts';
import { nextStartTag } from './queue.ts';
import { encryptRequest, encryptRerun, encryptWebhookUrl, type JobRequest } from './request.ts';
import type { OrphanedObjects } from '../storage/orphaned-objects.ts';

export interface Submission extends JobRequest {
  account: QuotaCustomer;
  /** Id of the upload that contains the file. The upload may outlast the job. */
  fileId?: string | undefined;
  /** Path of a file sent with the request, which is moved into the store. */
  file?: string | undefined;
  webhookUrl?: string | undefined;
}

interface SubmitServices {
  database: Database;
  clock: Clock;
  newId: NewId;
  encryption: Encryption;
  store: Pick<ObjectStore, 'newName' | 'put'>;
  planner: Pick<AnyConverter, 'plan' | 'planAhead' | 'expectedMs'>;
  quota: Pick<Quota, 'reserve'>;
  outbound: GuardedFetch;
  secrets: Pick<WebhookSecrets, 'signingKey'>;
  orphanedObjects: OrphanedObjects;
  changes: Changes;
  tracing: Tracing;
  jobRetentionMs: number;
}

interface Planned {
  route: Route | undefined;
  expectedMs: number;
  /** Capabilities that a machine needs to run the route. Null if the needed capabilities depend on the file. */
  needs: readonly string[] | null;
}

/** Assumed size of a file that has not been fetched yet, in bytes. */
const unknownBytes = 10 * 1024 * 1024;
/** Assumed duration of a conversion in milliseconds, if its route is unknown until the file is inspected. */
const unknownMs = 1_000;

export class Submit {
  readonly #services: SubmitServices;
  /** Serializes the transactions of each account. */
  readonly #order: RowOrder;

  constructor(services: SubmitServices) {
    this.#services = services;
    this.#order = new RowOrder(services.database);
  }

  /**
   * Queues a new job and returns its id. `keep` runs in the transaction that queues the job. Throws `bad_request` or
   * `unsupported_route` for jobs that are known to fail, and `quota_exceeded` if the quota is used up.
   */
  async submit(
    submission: Submission,
    keep: (jobId: string, db: Kysely<Tables>) => Promise<void>,
  ): Promise<string> {
    const { account, file } = submission;
    await this.#checkAddresses(submission);
    const planned = await this.#planned(submission);
    const id = this.#services.newId();
    const upload = file === undefined ? null : this.#services.store.newName();
    const commit = () =>
      this.#order.run(account.id, () => this.#insert({ id, upload, ...planned, ...submission }, keep));
    if (file === undefined || upload === null) await commit();
    else {
      await this.#services.orphanedObjects.hold(upload);
      try {
        await this.#services.store.put(file, upload);
        await commit();
      } catch (error) {
        await this.#services.orphanedObjects.abandon(upload);
        throw error;
      }
    }
    this.#services.changes.queued();
    return id;
  }

  async #checkAddresses({ account, sourceUrl, webhookUrl: url }: Submission): Promise<void> {
    if (sourceUrl !== undefined) await checkSource(this.#services.outbound, sourceUrl);
    if (url !== undefined)
      await admitEndpoint(
        { outbound: this.#services.outbound, secrets: this.#services.secrets },
        { accountId: account.id, url, field: 'webhook_url' },
      );
  }

  /** Plans the job. The route is undefined if it cannot be planned before the job runner inspects the file. */
  async #planned(submission: Submission): Promise<Planned> {
    const { file, parts, options } = submission;
    if (parts && readRequestOption(options, 'combine')) combinationOf(submission);
    const bytes = file === undefined ? unknownBytes : (await stat(file)).size;
    const expectedMs = (route: Route) => Math.ceil(this.#services.planner.expectedMs(route, bytes));
    if (file === undefined || parts) {
      const route = this.#services.planner.planAhead(submission);
      if (!route) return { route, expectedMs: unknownMs, needs: null };
      // The route is planned for the first file of the job. Later files may have different formats, so the capabilities
      // that the job needs are unknown.
      const needs = parts ? null : capabilitiesNeeded(route.steps, options);
      return { route, expectedMs: expectedMs(route), needs };
    }
    const { route, steps, options: read } = await this.#services.planner.plan(submission, file);
    return { route, expectedMs: expectedMs(route), needs: capabilitiesNeeded(steps, read) };
  }

  async #insert(
    job: Submission & Planned & { id: string; upload: string | null },
    keep: (jobId: string, db: Kysely<Tables>) => Promise<void>,
  ): Promise<void> {
    const { id, upload, route, account, webhookUrl, fileName, target, source, options } = job;
    const { fileId, sourceUrl, maxFileBytes, parts, expectedMs, needs } = job;
    const request: JobRequest = {
      fileName,
      target,
      source,
      options,
      sourceUrl,
      maxFileBytes,
      parts,
    };
    await this.#services.database.write(async (db) => {
      // Locks the account's row, so that concurrent submissions of the account get their start tags one after the
      // other.
      const reservation = await this.#services.quota.reserve(account, {
        lasting: true,
        db,
        units: unitsOf(job),
      });
      const now = this.#services.clock.now();
      const row = {
        ...{
          id,
          account_id: account.id,
          status: 'queued' as const,
          start_tag: await nextStartTag(db, account.id),
          expected_ms: expectedMs,
          needs: needs && JSON.stringify(needs),
        },
        ...{ created_at: now, updated_at: now, started_at: null, finished_at: null },
        expires_at: now + this.#services.jobRetentionMs,
        files_total: parts?.length ?? null,
        source_format: route?.source ?? null,
        target_format: route?.target ?? formatNamed(target)?.ext ?? target,
        request: encryptRequest(this.#services.encryption, id, request),
        ...{ upload, lease_id: null, reservation_id: reservation.id },
        ...{
          result: null,
          result_object: null,
          error: null,
          report: null,
          webhook_url:
            webhookUrl === undefined ? null : encryptWebhookUrl(this.#services.encryption, id, webhookUrl),
          rerun_file: fileId ?? null,
          rerun_request: fileId === undefined ? null : encryptRerun(this.#services.encryption, id, request),
          traceparent: this.#services.tracing.traceparent,
        },
      };
      await db.insertInto('jobs').values(row).execute();
      if (upload !== null) await this.#services.orphanedObjects.keep(db, upload);
      await keep(id, db);
    });
  }
}
