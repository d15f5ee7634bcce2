/** Events on their way out: written in the transaction that makes them true, so that none is lost or made up. */
import type { Kysely } from 'kysely';
import type { Tables } from '../db/tables.ts';
import type { Clock } from '../kit/clock.ts';
import type { NewId } from '../kit/ids.ts';
import { firstAttempt, type Schedule } from './schedule.ts';

/** What is told of a job (contract §8.1). */
export type JobEvent = 'job.completed' | 'job.failed';

export interface Announcement {
  accountId: string;
  jobId: string;
  /** Where to; it has passed `admitReceiver`. */
  url: string;
  event: JobEvent;
  /** Goes out as JSON, as it is now. */
  data: Readonly<Record<string, unknown>>;
}

interface Parts {
  clock: Clock;
  newId: NewId;
  schedule: Schedule;
  /** Looks for what is due. */
  wake: () => void;
}

export class Outbox {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Part of the caller's transaction `db`. The body's bytes and the id are the same at every attempt from now on. */
  async add(db: Kysely<Tables>, { accountId, jobId, url, event, data }: Announcement): Promise<void> {
    const { clock, newId, schedule } = this.#parts;
    await db
      .insertInto('deliveries')
      .values({
        ...{ id: newId(), account_id: accountId, job_id: jobId },
        ...{ url, receiver: new URL(url).origin, event, body: JSON.stringify({ event, data }) },
        ...{ status: 'pending', attempts: 0, last_error: null, lease_id: null },
        due_at: firstAttempt(schedule, clock.now()),
      })
      .execute();
  }

  /** To be called after the commit, so that what was added goes out at once. */
  wake(): void {
    this.#parts.wake();
  }
}
