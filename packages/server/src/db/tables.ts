/**
 * Types of the rows of the database tables. Times are milliseconds since the Unix epoch. Secrets are stored as SHA-256
 * in hex, except in columns with a comment that mentions encryption.
 */
import type { Generated } from 'kysely';
import type { AccountRow, ApiKeyRow, MagicLinkRow, SessionRow, SignUpWindowRow } from './account-tables.ts';
import type {
  CreditChangeRow,
  CreditPurchaseRow,
  LimitNoticeRow,
  MeterHourRow,
  ReconciliationRow,
  StripeCustomerRow,
  StripeEventRow,
} from './billing-tables.ts';

export type * from './account-tables.ts';
export type * from './billing-tables.ts';

/** A process's lease. The claims of the process are valid until the lease expires. */
export interface LeaseRow {
  id: string;
  /** Machine, boot and PID namespace in which `process` can be looked up. */
  machine: string;
  process: string;
  expires_at: number;
}

/**
 * A worker process that accepts conversions from other processes. The row is deleted with the lease of the worker
 * process.
 */
export interface WorkerRow {
  id: string;
  lease_id: string;
  /** Host and port of the worker's listener. */
  address: string;
  /** The worker's capabilities, as JSON. */
  capabilities: string;
  /** Maximum number of simultaneous conversions of the worker. */
  slots: number;
  /** Number of running and queued conversions of the worker. */
  load: number;
  heartbeat_at: number;
}

/** Number of requests of one caller in a throttle window of 60 seconds, which ends at `ends_at`. */
export interface ThrottleWindowRow {
  caller: string;
  used: number;
  ends_at: number;
}

/**
 * Credits and overage settings of an account, in addition to its plan. Each reservation of the account locks this row,
 * so that reservations of one account run one after the other.
 */
export interface AllowanceRow {
  account_id: string;
  /** Remaining prepaid conversions. */
  credits: Generated<number>;
  /** 1 or 0: whether conversions beyond quota and credits are billed, if the plan has overage. */
  overage_enabled: Generated<number>;
  /** Cap on the monthly overage, in millionths of a dollar. Null if the monthly overage has no cap. */
  overage_cap_micro_usd: number | null;
  /** 1 if the account was deleted. For a deleted account, nothing can be reserved or charged. */
  closed: Generated<number>;
}

/** Accepted conversions of one request that have not finished. */
export interface ReservationRow {
  id: string;
  account_id: string;
  /** Month of the quota, such as `2026-11`. */
  month: string;
  /**
   * Lease of the process. When the lease ends, the reservation ends too. The lease is null if the reservation ends only
   * when it is charged or released.
   */
  lease_id: string | null;
  /** API key of the request. Null if the request was authenticated by a session. */
  key_id: string | null;
  /** Number of reserved conversions. */
  units: Generated<number>;
}

/** Number of conversions that are reserved for jobs, by account and month. Database triggers update this number. */
export interface LastingReservationsRow {
  account_id: string;
  month: string;
  units: number;
}

/** One successful conversion, with the running totals of its account and month. */
export interface LedgerRow {
  /** Id of the reservation. The ids in this table are unique, so no reservation is charged twice. */
  id: string;
  account_id: string;
  month: string;
  /** Sequence number of the row in its month, from 1. */
  nth: number;
  payer: 'quota' | 'credit' | 'overage';
  from_quota: number;
  billed: number;
  owed_micro_usd: number;
  at: number;
  /** API key of the request. Null for a session, and for conversions of earlier versions. */
  key_id: string | null;
  /** The value is 1 if Stripe's meter bills the conversion as overage. */
  metered: Generated<number>;
}

/** Conversions by account, UTC day and API key. */
export interface DailyUsageRow {
  account_id: string;
  /** Days since the Unix epoch. */
  day: number;
  /** Id of the API key of the conversions. `key_id` is empty for conversions without an API key. */
  key_id: string;
  conversions: number;
  overage: number;
  failed: number;
}

/** A request with an idempotency key. The request is in flight while `answer` is null. */
export interface IdempotencyKeyRow {
  account_id: string;
  endpoint: string;
  key: string;
  /** Id of the request that has claimed the idempotency key. */
  claim: string;
  lease_id: string | null;
  /** Keyed digest of the request. */
  fingerprint: string | null;
  /** Encrypted JSON of the response, which contains links and small results. */
  answer: string | null;
  expires_at: number;
}

/** A secret that the installation has generated. */
export interface SecretRow {
  name: string;
  /** Encrypted. */
  value: string;
}

/** An asynchronous conversion (contract §6.2, §6.3). */
export interface JobRow {
  id: string;
  account_id: string;
  status: JobStatus;
  /** Order in the queue, see `jobs/queue.ts`. */
  start_tag: number;
  /** Expected duration of the job, in milliseconds. */
  expected_ms: Generated<number>;
  /** JSON of the capabilities that the job needs. Null if the capabilities are not known before the job runs. */
  needs: string | null;
  created_at: number;
  updated_at: number;
  started_at: number | null;
  finished_at: number | null;
  expires_at: number;
  /**
   * Format of the source. Null until the file at the `source_url` has been downloaded and its format
   * detected.
   */
  source_format: string | null;
  target_format: string;
  /** Progress in percent, from 0 to 100. */
  progress: Generated<number>;
  /**
   * Number of all files, of converted files and of failed files. `files_total` is null for a job with a single file.
   */
  files_total: number | null;
  files_converted: Generated<number>;
  files_failed: Generated<number>;
  /** Encrypted JSON of the request, which may contain a password. The request is null once the job has finished. */
  request: string | null;
  /**
   * Object that contains the file. The object is null if the request has a `source_url`, and after the job has
   * finished.
   */
  upload: string | null;
  /**
   * How often the job was claimed. A worker can finish the job only if the number of claims has not changed since the
   * worker's claim.
   */
  fencing_token: Generated<number>;
  /** Number of workers that died while running the job. */
  crash_count: Generated<number>;
  /** Lease of the worker. Null while the job is queued or finished, or its worker is dead. */
  lease_id: string | null;
  reservation_id: string;
  /**
   * JSON of the result without its link. The JSON is null if the job has no result, or if the file of the result was
   * deleted.
   */
  result: string | null;
  result_object: string | null;
  /** JSON of the error of a failed job: `code`, `message`, `details`. */
  error: string | null;
  /** JSON of the report. Null if the job has no result. */
  report: string | null;
  /** Encrypted, because knowing the URL may be enough to post to the endpoint. */
  webhook_url: string | null;
  /** Id of the uploaded file, with which the job may run again. Null if the file was sent with the request. */
  rerun_file: string | null;
  /**
   * The request as encrypted JSON, stored so that the request can be run again. Null if the request contained a
   * password or an option with a file as its value.
   */
  rerun_request: string | null;
  /** Trace context of the span in which the job was submitted, if tracing is on. */
  traceparent: string | null;
}

export type JobStatus = 'queued' | 'processing' | 'completed' | 'failed' | 'cancelled';

/**
 * An object in the file storage that no other row refers to. While the row has a lease, the object is being stored. If
 * the row has no lease, the object will be removed.
 */
export interface OrphanedObjectRow {
  name: string;
  lease_id: string | null;
}

/** A file that is received before its conversion is requested. */
export interface UploadRow {
  id: string;
  /** Key of the caller who may use the upload. The throttle uses the same key to count the caller's requests. */
  owner: string;
  /** Encrypted. */
  file_name: string;
  /** Upper bound on the size of the file, in bytes. */
  max_bytes: number;
  /** Size in bytes, announced by the client of a resumable upload. Null if the file is sent in a single request. */
  length: number | null;
  /**
   * Size of the file in bytes: first the announced size, then an upper bound while the file is being
   * received, then the actual size.
   */
  bytes: number;
  /** Object that contains the file. Null until the file was received. */
  object: string | null;
  created_at: number;
  received_at: number | null;
  expires_at: number;
  /**
   * Id of the request that is receiving the file. The claim is valid until the lease of the request's process expires.
   */
  claim: string | null;
  lease_id: string | null;
  /** Encrypted metadata from the client of a resumable upload. */
  metadata: string | null;
}

/** The encrypted hash of an account's webhook secret. Webhook events are signed with the hash of the secret. */
export interface WebhookSecretRow {
  account_id: string;
  encrypted_key: string;
  created_at: number;
}

/** A webhook event and the state of its delivery. The table is the outbox of webhook events. */
export interface DeliveryRow {
  id: string;
  account_id: string;
  job_id: string;
  /** Encrypted. */
  url: string;
  /** Scheme, host and port of the endpoint's URL. Concurrent attempts are limited per origin. */
  endpoint_origin: string;
  event: string;
  /**
   * Encrypted body of the webhook request. The body is created once, so that every delivery attempt sends the same
   * bytes.
   */
  body: string;
  status: DeliveryStatus;
  attempts: Generated<number>;
  /**
   * Number of attempts before the current retry schedule began. `schedule_start` is 0 until a redelivery is requested.
   * While a redelivery waits for the end of a running attempt, `schedule_start` is `attempts` + 1, because the running
   * attempt counts too.
   */
  schedule_start: Generated<number>;
  last_error: string | null;
  /** Time of the next attempt, or null once the delivery has succeeded or failed. */
  due_at: number | null;
  /** Lease of the process that is attempting the delivery. */
  lease_id: string | null;
  /** Trace context of the span in which the delivery was created, if tracing is on. */
  traceparent: string | null;
}

/** One attempt of a delivery. */
export interface DeliveryAttemptRow {
  delivery_id: string;
  /** Number of the attempt, from 1. */
  nth: number;
  at: number;
  /** The endpoint's HTTP status. Null if there was no response. */
  status: number | null;
  /** Reason for the failure of the attempt. Null if the event was delivered. */
  error: string | null;
  duration_ms: number;
}

export type DeliveryStatus = 'pending' | 'retrying' | 'delivered' | 'failed';

/** A stored result without a job. */
export interface ResultObjectRow {
  name: string;
  account_id: string;
  expires_at: number;
}

export interface Tables {
  result_objects: ResultObjectRow;
  jobs: JobRow;
  orphaned_objects: OrphanedObjectRow;
  uploads: UploadRow;
  webhook_secrets: WebhookSecretRow;
  deliveries: DeliveryRow;
  delivery_attempts: DeliveryAttemptRow;
  leases: LeaseRow;
  workers: WorkerRow;
  throttle_windows: ThrottleWindowRow;
  allowances: AllowanceRow;
  reservations: ReservationRow;
  lasting_reservations: LastingReservationsRow;
  ledger: LedgerRow;
  daily_usage: DailyUsageRow;
  idempotency_keys: IdempotencyKeyRow;
  secrets: SecretRow;
  accounts: AccountRow;
  api_keys: ApiKeyRow;
  magic_links: MagicLinkRow;
  sessions: SessionRow;
  sign_up_windows: SignUpWindowRow;
  limit_notices: LimitNoticeRow;
  credit_changes: CreditChangeRow;
  stripe_customers: StripeCustomerRow;
  stripe_events: StripeEventRow;
  credit_purchases: CreditPurchaseRow;
  meter_hours: MeterHourRow;
  reconciliations: ReconciliationRow;
}
