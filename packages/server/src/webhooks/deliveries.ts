/**
 * Delivers each event of the outbox at least once, with retries according to the schedule. Any process can deliver an
 * event (contract §8.5).
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Selectable } from 'kysely';
import { isDatabaseAway } from '../db/away.ts';
import type { Database } from '../db/database.ts';
import { decryptColumn } from '../db/encrypted-column.ts';
import type { DeliveryRow } from '../db/tables.ts';
import type { GuardedFetch } from '../egress/outbound.ts';
import type { Clock } from '../kit/clock.ts';
import { interval } from '../kit/concurrency/interval.ts';
import type { Failpoints } from '../kit/failpoints.ts';
import type { Encryption } from '../kit/encryption.ts';
import type { Lease } from '../leases/lease.ts';
import type { Tracing } from '../tracing/tracing.ts';
import { recordAttempt, type MadeAttempt } from './attempt-record.ts';
import { DeliveryConcurrency } from './delivery-concurrency.ts';
import { post, type PostOutcome } from './post.ts';
import { afterAttempt, type DeliveryProgress, type Schedule } from './schedule.ts';
import type { WebhookSecrets } from './secrets.ts';

type DueDelivery = Selectable<DeliveryRow>;

/** Maximum numbers of concurrent attempts of a process: in total, and to one endpoint. */
const bounds = { all: 256, perEndpoint: 4 };
/** Maximum number of rows per claim. */
const maxBatch = 256;
/**
 * Poll interval for due deliveries, and retry interval for writes while the database is unreachable, in milliseconds.
 */
const pollEveryMs = 1_000;

interface DeliveryServices {
  database: Database;
  lease: Pick<Lease, 'ensure' | 'claim' | 'isInDoubt'>;
  clock: Clock;
  encryption: Encryption;
  outbound: GuardedFetch;
  schedule: Schedule;
  secrets: WebhookSecrets;
  /** Signal that is aborted when the process must end immediately. */
  ending: AbortSignal;
  failpoints: Failpoints;
  tracing: Tracing;
  /** Called on internal errors. */
  onError: (error: unknown) => void;
  onAttempt: (attempt: AttemptEnd) => void;
}

/** A finished attempt. `state` is the status of the delivery after the attempt. */
export interface AttemptEnd extends PostOutcome {
  id: string;
  event: string;
  attempts: number;
  state: DeliveryRow['status'];
}

/** The due deliveries of all processes together. */
export interface Backlog {
  waiting: number;
  overdueMs: number;
}

export class Deliveries {
  readonly #database: Database;
  readonly #lease: DeliveryServices['lease'];
  readonly #clock: Clock;
  readonly #encryption: Encryption;
  readonly #outbound: GuardedFetch;
  readonly #schedule: Schedule;
  readonly #secrets: WebhookSecrets;
  readonly #ending: AbortSignal;
  readonly #failpoints: Failpoints;
  readonly #tracing: Tracing;
  readonly #onError: (error: unknown) => void;
  readonly #onAttempt: (attempt: AttemptEnd) => void;
  readonly #concurrency = new DeliveryConcurrency(bounds);
  /** Running attempts, by delivery id. */
  readonly #underWay = new Map<string, Promise<void>>();
  #looking: Promise<void> | undefined;
  #lookAgain = false;
  /** Whether a due delivery could not be claimed because too many attempts are running. */
  #leftBehind = false;
  #stopPolling: (() => void) | undefined;
  #open = false;

  constructor(services: DeliveryServices) {
    this.#database = services.database;
    this.#lease = services.lease;
    this.#clock = services.clock;
    this.#encryption = services.encryption;
    this.#outbound = services.outbound;
    this.#schedule = services.schedule;
    this.#secrets = services.secrets;
    this.#ending = services.ending;
    this.#failpoints = services.failpoints;
    this.#tracing = services.tracing;
    this.#onError = services.onError;
    this.#onAttempt = services.onAttempt;
  }

  start(): void {
    this.#open = true;
    const look = () => Promise.resolve(this.wake());
    this.#stopPolling = interval(pollEveryMs, look, this.#onError);
    this.wake();
  }

  /** Polls for due deliveries immediately. No-op in a process that makes no webhook deliveries. */
  wake(): void {
    if (!this.#open) return;
    this.#lookAgain = true;
    this.#looking ??= this.#look();
  }

  /** Stops claiming. Waits for running attempts for at most 5 seconds, or until `ending` aborts. */
  async close(): Promise<void> {
    this.#open = false;
    this.#stopPolling?.();
    await this.#looking;
    await Promise.all(this.#underWay.values());
  }

  /** Returns the backlog, or undefined while the database is unreachable. */
  async backlog(): Promise<Backlog | undefined> {
    try {
      const { waiting, first } = await this.#database.query
        .selectFrom('deliveries')
        .select(({ fn }) => [fn.countAll<number>().as('waiting'), fn.min('due_at').as('first')])
        .where('due_at', 'is not', null)
        .executeTakeFirstOrThrow();
      return { waiting, overdueMs: first === null ? 0 : Math.max(0, this.#clock.now() - first) };
    } catch {
      return undefined;
    }
  }

  async #look(): Promise<void> {
    while (this.#lookAgain && this.#open) {
      this.#lookAgain = false;
      try {
        while (this.#open && (await this.#claimSome()));
      } catch (error) {
        this.#onError(error);
      }
    }
    this.#looking = undefined;
  }

  /** Claims due deliveries. Returns true if more deliveries may be due. */
  async #claimSome(): Promise<boolean> {
    const { endpoints, accounts } = this.#concurrency.saturated;
    this.#leftBehind = endpoints.length > 0 || accounts.length > 0 || this.#concurrency.free === 0;
    if (this.#concurrency.free === 0) return false;
    if (this.#lease.isInDoubt) await this.#releaseUnknown();
    const due = await this.#database.query
      .selectFrom('deliveries')
      .select(['id', 'endpoint_origin', 'account_id'])
      .where('due_at', '<=', this.#clock.now())
      .where('lease_id', 'is', null)
      .$if(endpoints.length > 0, (query) => query.where('endpoint_origin', 'not in', endpoints))
      .$if(accounts.length > 0, (query) => query.where('account_id', 'not in', accounts))
      .orderBy('due_at')
      .limit(maxBatch)
      .execute();
    const releases = new Map<string, () => void>();
    for (const row of due) {
      const release = this.#concurrency.acquire(row);
      if (release) releases.set(row.id, release);
    }
    if (releases.size < due.length) this.#leftBehind = true;
    if (releases.size > 0) await this.#claim(releases);
    return due.length === maxBatch && releases.size > 0;
  }

  async #claim(releases: Map<string, () => void>): Promise<void> {
    try {
      const claimed = await this.#lease.claim((leaseId) => this.#claimRows(leaseId, [...releases.keys()]));
      for (const row of claimed) {
        const release = releases.get(row.id);
        releases.delete(row.id);
        const attempt = this.#attempt(row).finally(() => {
          release?.();
          this.#underWay.delete(row.id);
          if (this.#leftBehind) this.wake();
        });
        this.#underWay.set(row.id, attempt);
      }
    } finally {
      for (const release of releases.values()) release();
    }
  }

  /** Claims the given deliveries that are still due and unclaimed. */
  #claimRows(leaseId: string, ids: readonly string[]): Promise<DueDelivery[]> {
    // Only one process can claim a delivery. If a power failure loses the claim, the delivery is attempted once more,
    // which is harmless.
    return this.#database.relaxedDurability((query) =>
      query
        .updateTable('deliveries')
        .set({ lease_id: leaseId })
        .where('id', 'in', (free) =>
          free
            .selectFrom('deliveries')
            .select('id')
            .where('id', 'in', ids)
            .where('lease_id', 'is', null)
            .where('due_at', '<=', this.#clock.now())
            // Skips locked rows, because two processes that claim the same rows would wait for each other.
            .$if(this.#database.locksRows, (rows) => rows.forUpdate().skipLocked()),
        )
        .returningAll()
        .execute(),
    );
  }

  /**
   * Releases the claims of this process on deliveries for which the process makes no attempt. A claim without an
   * attempt exists if the database committed the claim but the response was lost.
   */
  async #releaseUnknown(): Promise<void> {
    const known = [...this.#underWay.keys()];
    await this.#database.query
      .updateTable('deliveries')
      .set({ lease_id: null })
      .where('lease_id', '=', await this.#lease.ensure())
      .$if(known.length > 0, (query) => query.where('id', 'not in', known))
      .execute();
  }

  async #attempt(row: DueDelivery): Promise<void> {
    await this.#failpoints.reach('before-post');
    const [at, began] = [this.#clock.now(), this.#clock.elapsed()];
    const outcome = await this.#tracedPost(row);
    const ms = Math.round(this.#clock.elapsed() - began);
    const made = outcome && { ...outcome, at, endedAt: this.#clock.now(), ms };
    await this.#failpoints.reach('after-post');
    const recorded = await this.#record(row, made);
    if (!made) return;
    const { id, event } = row;
    // The attempt is reported even if it could not be recorded.
    const progress = recorded ?? afterAttempt(this.#schedule, row, made.error, made.endedAt);
    this.#onAttempt({ ...outcome, id, event, attempts: progress.attempts, state: progress.status });
  }

  /** Traces the attempt. The trace context is not sent to the receiver. */
  #tracedPost(row: DueDelivery): Promise<PostOutcome | undefined> {
    const { event, traceparent: parent, attempts } = row;
    const attributes = { 'protean.event': event, 'protean.attempt': attempts + 1 };
    return this.#tracing.span('webhook', { kind: 'client', parent, attributes }, async (span) => {
      const outcome = await this.#post(row);
      if (outcome?.status) span.set({ 'http.response.status_code': outcome.status });
      if (!outcome || outcome.error !== null) span.failed(String(outcome?.status ?? 'unanswered'));
      return outcome;
    });
  }

  /**
   * Signs the event with the account's current secret and sends it. Returns undefined if a temporary problem prevented
   * the attempt.
   */
  async #post(row: DueDelivery): Promise<PostOutcome | undefined> {
    const encryption = this.#encryption;
    try {
      const key = await this.#secrets.signingKey(row.account_id);
      if (key === undefined) return { status: null, error: 'no secret to sign with' };
      const message = {
        ...{ id: row.id, event: row.event },
        url: decryptColumn(encryption, row.url, `${row.id} url`),
        body: decryptColumn(encryption, row.body, row.id),
      };
      const services = { outbound: this.#outbound, clock: this.#clock, ending: this.#ending };
      return await post(services, message, key);
    } catch (error) {
      if (this.#ending.aborted) return undefined;
      this.#onError(error);
      return isDatabaseAway(error) ? undefined : { status: null, error: 'internal error' };
    }
  }

  /**
   * Records the attempt. Retries while the database is unreachable, because no other process can take over
   * the row as long as this process renews its lease.
   */
  async #record(row: DueDelivery, made: MadeAttempt | undefined): Promise<DeliveryProgress | undefined> {
    const ending = this.#ending;
    for (;;) {
      try {
        return await recordAttempt(this.#database, this.#schedule, row, made);
      } catch (error) {
        this.#onError(error);
        if (ending.aborted || !this.#open) return undefined;
        await wait(pollEveryMs, undefined, { signal: ending }).catch(() => undefined);
      }
    }
  }
}
