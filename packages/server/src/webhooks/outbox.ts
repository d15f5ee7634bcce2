/**
 * The outbox of events. Each event is written in the same transaction as the change that it reports, so that events and
 * state always agree.
 */
import type { Kysely } from 'kysely';
import { encryptColumn } from '../db/encrypted-column.ts';
import type { Tables } from '../db/tables.ts';
import type { Clock } from '../kit/clock.ts';
import type { NewId } from '../kit/ids.ts';
import type { Encryption } from '../kit/encryption.ts';
import type { Tracing } from '../tracing/tracing.ts';
import { firstAttempt, type Schedule } from './schedule.ts';

/** The events of a job (contract §8.1). */
export type JobEvent = 'job.completed' | 'job.failed';

export interface Announcement {
  accountId: string;
  jobId: string;
  /** URL of the endpoint, which has passed `admitEndpoint`. */
  url: string;
  event: JobEvent;
  /** Data of the event, serialized once when the event is added. */
  data: Readonly<Record<string, unknown>>;
  /** Trace context of the job, which is used if the job ends outside of a span. */
  traceparent: string | null;
}

interface OutboxServices {
  clock: Clock;
  newId: NewId;
  schedule: Schedule;
  /** Encrypts the bodies, which contain links to results. */
  encryption: Encryption;
  tracing: Tracing;
  /** Triggers a poll for due deliveries. */
  wake: () => void;
}

export class WebhookOutbox {
  readonly #clock: Clock;
  readonly #newId: NewId;
  readonly #schedule: Schedule;
  readonly #encryption: Encryption;
  readonly #tracing: Tracing;
  readonly #wake: () => void;

  constructor({ clock, newId, schedule, encryption, tracing, wake }: OutboxServices) {
    this.#clock = clock;
    this.#newId = newId;
    this.#schedule = schedule;
    this.#encryption = encryption;
    this.#tracing = tracing;
    this.#wake = wake;
  }

  /** Adds an event in the transaction `db`. All attempts send the same body bytes and the same id. */
  async add(db: Kysely<Tables>, announcement: Announcement): Promise<void> {
    const { accountId, jobId, url, event, data } = announcement;
    const id = this.#newId();
    const body = encryptColumn(this.#encryption, JSON.stringify({ event, data }), id);
    await db
      .insertInto('deliveries')
      .values({
        ...{ id, account_id: accountId, job_id: jobId },
        url: encryptColumn(this.#encryption, url, `${id} url`),
        ...{ endpoint_origin: new URL(url).origin, event, body },
        ...{ status: 'pending', attempts: 0, last_error: null, lease_id: null },
        due_at: firstAttempt(this.#schedule, this.#clock.now()),
        traceparent: this.#tracing.traceparent ?? announcement.traceparent,
      })
      .execute();
  }

  /** Triggers a poll, so that added events are sent immediately. Call this function after the commit. */
  wake(): void {
    this.#wake();
  }
}
