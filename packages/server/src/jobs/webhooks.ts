/** What jobs need of webhooks: whether an account can be written to, and a place to leave events for it. */
import type { Kysely } from 'kysely';
import type { Tables } from '../db/tables.ts';
import type { ResultObject } from './record.ts';
import type { ErrorEnvelope } from '../errors.ts';

/** The `data` of an event (contract part 6; decisions, "job.failed body"). */
export type EventData =
  | { job_id: string; status: 'completed'; result: ResultObject }
  | ({ job_id: string; status: 'failed' } & ErrorEnvelope);

export interface JobEvent {
  accountId: string;
  jobId: string;
  url: string;
  event: 'job.completed' | 'job.failed';
  data: EventData;
}

export interface Outbox {
  /** Within the transaction that ends the job. */
  add(db: Kysely<Tables>, event: JobEvent): Promise<void>;
  /** After its commit. */
  wake(): void;
}

export interface Secrets {
  /** Nothing is ever sent unsigned. */
  has(accountId: string): Promise<boolean>;
}
