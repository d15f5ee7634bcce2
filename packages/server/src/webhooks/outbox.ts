/** Events on their way out: written in the transaction that makes them true, so that none is lost or made up. */
import type { Kysely } from 'kysely';
import { sealColumn } from '../db/sealed.ts';
import type { Tables } from '../db/tables.ts';
import type { Clock } from '../kit/clock.ts';
import type { NewId } from '../kit/ids.ts';
import type { Encryption } from '../kit/encryption.ts';
import { firstAttempt, type Schedule } from './schedule.ts';

/** What is told of a job (contract §8.1). */
export type JobEvent = 'job.completed' | 'job.failed';

export interface Announcement {
  accountId: string;
  jobId: string;
  /** Where to; it has passed `admitEndpoint`. */
  url: string;
  event: JobEvent;
  /** Goes out as JSON, as it is now. */
  data: Readonly<Record<string, unknown>>;
}

interface OutboxServices {
  clock: Clock;
  newId: NewId;
  schedule: Schedule;
  /** For the bodies: there are links to results in them. */
  encryption: Encryption;
  /** Looks for what is due. */
  wake: () => void;
}

export class WebhookOutbox {
  readonly #services: OutboxServices;

  constructor(parts: OutboxServices) {
    this.#services = parts;
  }

  /** Part of the caller's transaction `db`. The body's bytes and the id are the same at every attempt from now on. */
  async add(db: Kysely<Tables>, { accountId, jobId, url, event, data }: Announcement): Promise<void> {
    const { clock, newId, schedule, encryption } = this.#services;
    const id = newId();
    const body = sealColumn(encryption, JSON.stringify({ event, data }), id);
    await db
      .insertInto('deliveries')
      .values({
        ...{ id, account_id: accountId, job_id: jobId },
        ...{ url, endpoint_origin: new URL(url).origin, event, body },
        ...{ status: 'pending', attempts: 0, last_error: null, lease_id: null },
        due_at: firstAttempt(schedule, clock.now()),
      })
      .execute();
  }

  /** To be called after the commit, so that what was added goes out at once. */
  wake(): void {
    this.#services.wake();
  }
}
