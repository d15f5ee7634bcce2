/** The delivery of what is in the outbox: at least once, by the schedule, whichever process lives (contract §8.5). */
import { setTimeout as wait } from 'node:timers/promises';
import type { Selectable } from 'kysely';
import { isDatabaseAway } from '../db/away.ts';
import type { Database } from '../db/database.ts';
import { openColumn } from '../db/sealed.ts';
import type { DeliveryRow } from '../db/tables.ts';
import { interval } from '../kit/interval.ts';
import type { Failpoints } from '../kit/failpoints.ts';
import type { Encryption } from '../kit/encryption.ts';
import { DeliveryConcurrency } from './delivery-concurrency.ts';
import { post, type PostOutcome, type PostServices } from './post.ts';
import { afterAttempt, type DeliveryProgress, type Schedule } from './schedule.ts';
import type { WebhookSecrets } from './secrets.ts';

type DueDelivery = Selectable<DeliveryRow>;

/** How many are tried at once by one process. */
const bounds = { all: 256, perEndpoint: 4 };
/** How many that are due are looked at together. */
const maxLookedAt = 256;
/** How often what became due, or was left behind by a process that died, is looked for; and a lost database, too. */
const lookEveryMs = 1_000;

export interface DeliveryServices extends PostServices {
  database: Database;
  secrets: WebhookSecrets;
  encryption: Encryption;
  schedule: Schedule;
  /** This process's sign of life: rows that it has claimed are free when it ends. */
  lease: { ensure(): Promise<string> };
  /** Hears of what fails on our side. */
  onError: (error: unknown) => void;
  /** Hears of each attempt. */
  onAttempt: (attempt: AttemptEnd) => void;
  failpoints: Failpoints;
}

/** `status` is what the row says after it. */
export interface AttemptEnd extends PostOutcome {
  id: string;
  event: string;
  attempts: number;
  state: DeliveryRow['status'];
}

/** Of all processes together. */
export interface Backlog {
  waiting: number;
  overdueMs: number;
}

export class Deliveries {
  readonly #services: DeliveryServices;
  readonly #concurrency = new DeliveryConcurrency(bounds);
  readonly #underWay = new Set<Promise<void>>();
  #looking: Promise<void> | undefined;
  #lookAgain = false;
  /** Whether something due had to stay where it was for want of a place. */
  #leftBehind = false;
  #stopPolling: (() => void) | undefined;
  #open = false;

  constructor(parts: DeliveryServices) {
    this.#services = parts;
  }

  start(): void {
    this.#open = true;
    const look = () => Promise.resolve(this.wake());
    this.#stopPolling = interval(lookEveryMs, look, this.#services.onError);
    this.wake();
  }

  /** Looks at once for what is due; a process that was not started leaves it to others. */
  wake(): void {
    if (!this.#open) return;
    this.#lookAgain = true;
    this.#looking ??= this.#look();
  }

  /** Claims nothing more, and waits for what is under way: five seconds at most, none when `ending` aborts. */
  async close(): Promise<void> {
    this.#open = false;
    this.#stopPolling?.();
    await this.#looking;
    await Promise.all(this.#underWay);
  }

  /** Undefined while the database does not answer. */
  async backlog(): Promise<Backlog | undefined> {
    const { database, clock } = this.#services;
    try {
      const { waiting, first } = await database.query
        .selectFrom('deliveries')
        .select(({ fn }) => [fn.countAll<number>().as('waiting'), fn.min('due_at').as('first')])
        .where('due_at', 'is not', null)
        .executeTakeFirstOrThrow();
      return { waiting, overdueMs: first === null ? 0 : Math.max(0, clock.now() - first) };
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
        this.#services.onError(error);
      }
    }
    this.#looking = undefined;
  }

  /** Whether there may be more to claim. */
  async #claimSome(): Promise<boolean> {
    const { endpoints, accounts } = this.#concurrency.saturated;
    this.#leftBehind = endpoints.length > 0 || accounts.length > 0 || this.#concurrency.free === 0;
    if (this.#concurrency.free === 0) return false;
    const due = await this.#services.database.query
      .selectFrom('deliveries')
      .select(['id', 'endpoint_origin', 'account_id'])
      .where('due_at', '<=', this.#services.clock.now())
      .where('lease_id', 'is', null)
      .$if(endpoints.length > 0, (query) => query.where('endpoint_origin', 'not in', endpoints))
      .$if(accounts.length > 0, (query) => query.where('account_id', 'not in', accounts))
      .orderBy('due_at')
      .limit(maxLookedAt)
      .execute();
    const places = new Map<string, () => void>();
    for (const row of due) {
      const giveBack = this.#concurrency.acquire(row);
      if (giveBack) places.set(row.id, giveBack);
    }
    if (places.size < due.length) this.#leftBehind = true;
    if (places.size > 0) await this.#claim(places);
    return due.length === maxLookedAt && places.size > 0;
  }

  async #claim(places: Map<string, () => void>): Promise<void> {
    const { database, lease, clock } = this.#services;
    try {
      const lease_id = await lease.ensure();
      // Whoever is first has it; after a power cut it is merely tried again.
      const claimed = await database.relaxedDurability((query) =>
        query
          .updateTable('deliveries')
          .set({ lease_id })
          .where('id', 'in', (free) =>
            free
              .selectFrom('deliveries')
              .select('id')
              .where('id', 'in', [...places.keys()])
              .where('lease_id', 'is', null)
              .where('due_at', '<=', clock.now())
              // Two processes that want the same rows would wait for each other's.
              .$if(database.locksRows, (rows) => rows.forUpdate().skipLocked()),
          )
          .returningAll()
          .execute(),
      );
      for (const row of claimed) {
        const giveBack = places.get(row.id);
        places.delete(row.id);
        const attempt = this.#attempt(row).finally(() => {
          giveBack?.();
          this.#underWay.delete(attempt);
          if (this.#leftBehind) this.wake();
        });
        this.#underWay.add(attempt);
      }
    } finally {
      for (const giveBack of places.values()) giveBack();
    }
  }

  async #attempt(row: DueDelivery): Promise<void> {
    const { failpoints, clock, schedule, onAttempt } = this.#services;
    await failpoints.reach('before-post');
    const outcome = await this.#post(row);
    await failpoints.reach('after-post');
    if (!outcome) return this.#settle(row, {});
    const progress = afterAttempt(schedule, row.attempts, outcome.error, clock.now());
    await this.#settle(row, progress);
    const { id, event } = row;
    onAttempt({ ...outcome, id, event, attempts: progress.attempts, state: progress.status });
  }

  /** With the secret that the account has now. Undefined where there was no attempt, for reasons that pass. */
  async #post(row: DueDelivery): Promise<PostOutcome | undefined> {
    const { secrets, encryption, ending, onError } = this.#services;
    try {
      const key = await secrets.signingKey(row.account_id);
      if (key === undefined) return { status: null, error: 'no secret to sign with' };
      return await post(this.#services, { ...row, body: openColumn(encryption, row.body, row.id) }, key);
    } catch (error) {
      if (ending.aborted) return undefined;
      onError(error);
      return isDatabaseAway(error) ? undefined : { status: null, error: 'internal error' };
    }
  }

  /**
   * Writes what came of it and lets go of the row, if it is still ours. A database that is away is waited for: we hold
   * the row as long as we live, so that nobody else could go on with it.
   */
  async #settle({ id, lease_id, attempts }: DueDelivery, changes: Partial<DeliveryProgress>): Promise<void> {
    const { database, ending, onError } = this.#services;
    for (;;) {
      try {
        await database.query
          .updateTable('deliveries')
          .set({ ...changes, lease_id: null })
          .where('id', '=', id)
          .where('lease_id', '=', lease_id)
          .where('attempts', '=', attempts)
          .execute();
        return;
      } catch (error) {
        onError(error);
        if (ending.aborted || !this.#open) return;
        await wait(lookEveryMs, undefined, { signal: ending }).catch(() => undefined);
      }
    }
  }
}
