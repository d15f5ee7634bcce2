/**
 * Opens two parts of a server without the rest of the server: the outbox, which stores webhook events, and the
 * deliveries, which send the events.
 */
import { loadConfig } from '../../../packages/server/src/config.ts';
import type { Database } from '../../../packages/server/src/db/database.ts';
import { openDatabase } from '../../../packages/server/src/db/open.ts';
import { isEncrypted, decryptColumn } from '../../../packages/server/src/db/encrypted-column.ts';
import { systemClock, type Clock } from '../../../packages/server/src/kit/clock.ts';
import { noFailpoints, type Failpoints } from '../../../packages/server/src/kit/failpoints.ts';
import { randomId } from '../../../packages/server/src/kit/ids.ts';
import { Encryption } from '../../../packages/server/src/kit/encryption.ts';
import { systemRandom } from '../../../packages/server/src/kit/secrets.ts';
import { Lease } from '../../../packages/server/src/leases/lease.ts';
import type { AttemptEnd } from '../../../packages/server/src/webhooks/deliveries.ts';
import { GuardedFetch } from '../../../packages/server/src/egress/outbound.ts';
import { noTracing } from '../../../packages/server/src/tracing/tracing.ts';
import { openWebhooks, type Webhooks } from '../../../packages/server/src/webhooks/webhooks.ts';
import { anAccount } from '../server/limits-process.ts';

export interface DeliveryProcess extends Webhooks, AsyncDisposable {
  db: Database;
  lease: Lease;
  /** The delivery attempts that this process has finished. */
  attempts: readonly AttemptEnd[];
  /** Errors that the process reported. */
  errors: readonly unknown[];
  /**
   * Creates a job for each of `events`, and adds an event of the job to the outbox, all in one transaction. Returns the
   * ids of the jobs.
   */
  announce(events: readonly { accountId: string; url: string }[]): Promise<string[]>;
  announceOne(accountId: string, url: string): Promise<string>;
  /** Returns the database row of a job's event, with the decrypted body. */
  rowOf(jobId: string): Promise<Record<string, unknown>>;
  /**
   * Stops sending, and closes the lease and the database. Waits at most 5 seconds for running attempts, or aborts them
   * if `atOnce` is set.
   */
  close(atOnce?: boolean): Promise<void>;
}

interface Extras {
  clock?: Clock;
  failpoints?: Failpoints;
}

/**
 * Opens the outbox and the deliveries as another server process would: with a separate database connection and a
 * separate lease. Sends no delivery before `deliveries.start()`.
 */
export async function openDeliveryProcess(
  env: Record<string, string>,
  { clock = systemClock, failpoints = noFailpoints }: Extras = {},
): Promise<DeliveryProcess> {
  const config = loadConfig(env);
  const errors: unknown[] = [];
  const attempts: AttemptEnd[] = [];
  const db = await openDatabase(config, (error) => errors.push(error));
  const lease = await Lease.open({ database: db, clock, newId: randomId });
  const ending = new AbortController();
  const encryption = new Encryption(config.secretKey ?? '', systemRandom);
  const webhooks = openWebhooks({
    database: db,
    lease,
    clock,
    newId: randomId,
    random: systemRandom,
    encryption,
    schedule: config.webhookWaits,
    ending: ending.signal,
    failpoints,
    tracing: noTracing,
    outbound: new GuardedFetch({ allowPrivate: config.webhookAllowPrivate, baseUrl: config.baseUrl }),
    onError: (error) => errors.push(error),
    onAttempt: (attempt) => attempts.push(attempt),
  });
  const announce: DeliveryProcess['announce'] = async (events) => {
    const jobIds = await db.write(async (transaction) => {
      const ids: string[] = [];
      for (const { accountId, url } of events) {
        const id = await aJob(transaction, accountId);
        const result = { file_url: 'http://localhost/files/ä€😀\u2028' };
        const data = { job_id: id, status: 'completed', result };
        const event = { event: 'job.completed', data, traceparent: null } as const;
        await webhooks.outbox.add(transaction, { accountId, jobId: id, url, ...event });
        ids.push(id);
      }
      return ids;
    });
    webhooks.outbox.wake();
    return jobIds;
  };
  let closed: Promise<void> | undefined;
  const close: DeliveryProcess['close'] = (atOnce = false) => {
    if (atOnce) ending.abort(new Error('ending'));
    return (closed ??= webhooks.deliveries
      .close()
      .then(() => lease.close())
      .then(() => db.close()));
  };
  return {
    ...webhooks,
    ...{ db, lease, attempts, errors },
    announce,
    announceOne: async (accountId, url) => (await announce([{ accountId, url }]))[0] ?? '',
    rowOf: async (jobId) => {
      const row = await db.query
        .selectFrom('deliveries')
        .select(['id', 'status', 'attempts', 'last_error', 'due_at', 'lease_id', 'body'])
        .where('job_id', '=', jobId)
        .executeTakeFirstOrThrow();
      if (!isEncrypted(row.body)) throw new Error('the body is stored unencrypted');
      return { ...row, body: decryptColumn(encryption, row.body, row.id) };
    },
    close,
    [Symbol.asyncDispose]: () => close(),
  };
}

/** Creates an account and its signing secret. Returns the account's id and the secret. */
export async function aCustomer({ db, secrets }: DeliveryProcess): Promise<{ id: string; secret: string }> {
  const id = await anAccount(db);
  return { id, secret: await secrets.rotate(id) };
}

/** Inserts a job row that events can refer to, and returns the id of the job. */
async function aJob(db: Database['query'], accountId: string): Promise<string> {
  const id = randomId();
  const nothing = {
    ...{ started_at: null, finished_at: null, source_format: null, request: null, upload: null },
    ...{ lease_id: null, result: null, result_object: null, error: null, webhook_url: null },
  };
  const times = { created_at: 0, updated_at: 0, expires_at: 0 };
  await db
    .insertInto('jobs')
    .values({
      ...{ id, account_id: accountId, status: 'completed', start_tag: 0, target_format: 'pdf' },
      ...{ reservation_id: id, ...times, ...nothing },
    })
    .execute();
  return id;
}
