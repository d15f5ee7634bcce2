/**
 * Shows the deliveries of a job, with all attempts, to the job's owner. Redelivers events on request
 * (contract §8.9).
 */
import type { Selectable } from 'kysely';
import type { Database } from '../db/database.ts';
import { decryptColumn } from '../db/encrypted-column.ts';
import type { DeliveryRow, DeliveryStatus } from '../db/tables.ts';
import type { Clock } from '../kit/clock.ts';
import type { Encryption } from '../kit/encryption.ts';
import { timeText } from '../kit/time-text.ts';

/** The ids of a delivery, of its job, and of the account that owns the job. */
export interface DeliveryName {
  accountId: string;
  jobId: string;
  deliveryId: string;
}

interface DeliveryLogServices {
  database: Database;
  clock: Clock;
  encryption: Encryption;
  /** Triggers a poll for due deliveries. */
  wake: () => void;
}

/** A delivery as its owner sees it. Times are in ISO 8601. */
export interface DeliveryResource {
  delivery_id: string;
  event: string;
  state: DeliveryStatus;
  /** URL of the webhook. The URL is null if it was encrypted with another `SECRET_KEY`. */
  url: string | null;
  /** Attempts, oldest first. */
  attempts: { at: string; status: number | null; error: string | null; duration_ms: number }[];
  next_attempt_at: string | null;
}

type StoredDelivery = Selectable<Pick<DeliveryRow, 'id' | 'event' | 'status' | 'url' | 'due_at'>>;

const columns = ['id', 'event', 'status', 'url', 'due_at'] as const;

export class DeliveryLog {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #encryption: Encryption;
  readonly #wake: () => void;

  constructor({ database, clock, encryption, wake }: DeliveryLogServices) {
    this.#database = database;
    this.#clock = clock;
    this.#encryption = encryption;
    this.#wake = wake;
  }

  /** Lists the deliveries of a job. The list is empty for another account's job. */
  async list(accountId: string, jobId: string): Promise<DeliveryResource[]> {
    const rows = await this.#database.query
      .selectFrom('deliveries')
      .select(columns)
      .where('job_id', '=', jobId)
      .where('account_id', '=', accountId)
      .execute();
    return Promise.all(rows.map((row) => this.#resourceOf(row)));
  }

  /**
   * Restarts the schedule of the delivery, so that the event is sent again. The first attempt follows immediately or,
   * if an attempt is in flight, as soon as that attempt has ended. If this function is called several times before the
   * first attempt starts, only one attempt is made. Returns undefined if the delivery does not exist.
   */
  async redeliver({ accountId, jobId, deliveryId }: DeliveryName): Promise<DeliveryResource | undefined> {
    const now = this.#clock.now();
    const row = await this.#database.query
      .updateTable('deliveries')
      .set(({ eb }) => ({
        schedule_start: eb
          .case()
          .when('lease_id', 'is', null)
          .then(eb.ref('attempts'))
          .else(eb('attempts', '+', 1))
          .end(),
        due_at: eb.case().when('lease_id', 'is', null).then(now).else(eb.ref('due_at')).end(),
        status: eb
          .case()
          .when('attempts', '=', 0)
          .then<DeliveryStatus>('pending')
          .else<DeliveryStatus>('retrying')
          .end(),
      }))
      .where('id', '=', deliveryId)
      .where('job_id', '=', jobId)
      .where('account_id', '=', accountId)
      .returning(columns)
      .executeTakeFirst();
    if (!row) return undefined;
    this.#wake();
    return this.#resourceOf(row);
  }

  async #resourceOf({ id, event, status, url, due_at }: StoredDelivery): Promise<DeliveryResource> {
    const attempts = await this.#database.query
      .selectFrom('delivery_attempts')
      .select(['at', 'status', 'error', 'duration_ms'])
      .where('delivery_id', '=', id)
      .orderBy('nth')
      .execute();
    return {
      delivery_id: id,
      event,
      state: status,
      url: this.#decryptUrl(id, url),
      attempts: attempts.map(({ at, ...attempt }) => ({ at: timeText(at), ...attempt })),
      next_attempt_at: timeText(due_at),
    };
  }

  /** Returns the URL, or null if it was encrypted with another key. */
  #decryptUrl(id: string, url: string): string | null {
    try {
      return decryptColumn(this.#encryption, url, `${id} url`);
    } catch {
      return null;
    }
  }
}
