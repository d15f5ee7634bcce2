/** The rows of the tables. Times are milliseconds since the Unix epoch; secrets are SHA-256 in hex. */
import type { Generated } from 'kysely';
import type { AccountRow, ApiKeyRow, MagicLinkRow, SessionRow, SignUpWindowRow } from './account-tables.ts';

export type * from './account-tables.ts';

/** A process's lease: what it claims is its own until it expires. */
export interface LeaseRow {
  id: string;
  /** The machine, boot and PID namespace in which `process` can be looked up. */
  machine: string;
  process: string;
  expires_at: number;
}

/** A worker process's announcement; it goes with the lease of the process. */
export interface WorkerRow {
  id: string;
  lease_id: string;
  /** Host and port of its listener. */
  address: string;
  /** JSON: which engines it has. */
  capabilities: string;
  /** How many conversions it runs at once. */
  slots: number;
  /** How many run there, and are queued. */
  load: number;
  heartbeat_at: number;
}

/** Requests of one caller in the 60 seconds until `ends_at`. */
export interface ThrottleWindowRow {
  caller: string;
  used: number;
  ends_at: number;
}

/** What an account has besides its plan; locking the row serialises its reservations. */
export interface AllowanceRow {
  account_id: string;
  /** Prepaid conversions left. */
  credits: Generated<number>;
  /** 1 or 0: whether conversions beyond quota and credits are billed, where the plan has overage. */
  overage_enabled: Generated<number>;
  /** The most that may be billed in a month, in millionths of a dollar; null: no cap. */
  overage_cap_micro_usd: number | null;
  /** 1: the account was deleted, and nothing can be reserved or charged. */
  closed: Generated<number>;
}

/** Conversions of one request that were accepted and have not finished. */
export interface ReservationRow {
  id: string;
  account_id: string;
  /** The month whose quota it counts towards, such as `2026-11`. */
  month: string;
  /** Null: it ends only when it is charged or released. */
  lease_id: string | null;
  /** The API key that asked for it; null for a session. */
  key_id: string | null;
  /** How many conversions it is for. */
  units: Generated<number>;
}

/** How many units of a month are reserved for jobs of an account: the database counts them by triggers. */
export interface LastingReservationsRow {
  account_id: string;
  month: string;
  units: number;
}

/** One successful conversion. Each row carries the totals of its account and month up to itself. */
export interface LedgerRow {
  /** The reservation's, so that nothing is charged twice. */
  id: string;
  account_id: string;
  month: string;
  /** 1 for the month's first. */
  nth: number;
  payer: 'quota' | 'credit' | 'overage';
  from_quota: number;
  billed: number;
  owed_micro_usd: number;
  at: number;
  /** The API key that asked for it; null for a session, and for conversions of earlier versions. */
  key_id: string | null;
  /** 1 where Stripe's meter bills it as overage. */
  metered: Generated<number>;
}

/** The conversions of one account, UTC day and API key. */
export interface DailyUsageRow {
  account_id: string;
  /** Days since the Unix epoch. */
  day: number;
  /** Empty where there was none. */
  key_id: string;
  conversions: number;
  overage: number;
  failed: number;
}

/** A request with an idempotency key: in flight while it has no answer. */
export interface IdempotencyKeyRow {
  account_id: string;
  endpoint: string;
  key: string;
  /** The id of the request that claimed the key. */
  claim: string;
  lease_id: string | null;
  /** Keyed digest of what was asked for. */
  fingerprint: string | null;
  /** Encrypted JSON of the answer, which holds links and small results. */
  answer: string | null;
  expires_at: number;
}

/** A secret that the installation has generated for itself. */
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
  /** Its order in the queue, see `jobs/queue.ts`. */
  start_tag: number;
  /** Milliseconds that it is expected to take. */
  expected_ms: Generated<number>;
  /** JSON: the capabilities of machines that can run it; null where that is not known before. */
  needs: string | null;
  created_at: number;
  updated_at: number;
  started_at: number | null;
  finished_at: number | null;
  expires_at: number;
  /** Null until a file of a `source_url` was downloaded and detected. */
  source_format: string | null;
  target_format: string;
  /** 0 to 100. */
  progress: Generated<number>;
  /** How many files it has, null where it is one; and how many of them are over, well or not. */
  files_total: number | null;
  files_converted: Generated<number>;
  files_failed: Generated<number>;
  /** Encrypted JSON of the request, which may hold a password. Null once the job has finished. */
  request: string | null;
  /** The object that is the file; null for a `source_url`, and once the job has finished. */
  upload: string | null;
  /** Counts claims. A worker finishes the job only while this is the value of its own claim. */
  fencing_token: Generated<number>;
  /** Counts workers that died while running it. */
  crash_count: Generated<number>;
  /** The worker's; null while the job is queued or finished, or its worker is dead. */
  lease_id: string | null;
  reservation_id: string;
  /** JSON of the result without its link; null when there is none, and once its file is deleted. */
  result: string | null;
  result_object: string | null;
  /** JSON of `code`, `message`, `details`. */
  error: string | null;
  /** JSON of the report; null where there is no result. */
  report: string | null;
  /** Encrypted: who knows it may be able to post to the endpoint. */
  webhook_url: string | null;
  /** The id of the upload that its file was, with which it may run again; null where the file was sent with it. */
  rerun_file: string | null;
  /** Encrypted JSON of the request for that; null where it held a password. */
  rerun_request: string | null;
  /** Of the span that it was submitted under, where traces are taken. */
  traceparent: string | null;
}

export type JobStatus = 'queued' | 'processing' | 'completed' | 'failed' | 'cancelled';

/** An object that no other row refers to: being stored under a lease, or to be removed when it has none. */
export interface OrphanedObjectRow {
  name: string;
  lease_id: string | null;
}

/** A file that is received before it is known what becomes of it. */
export interface UploadRow {
  id: string;
  /** The caller who may use it, as the throttle names callers. */
  owner: string;
  /** Encrypted. */
  file_name: string;
  /** The most that the file may have. */
  max_bytes: number;
  /** Of a resumable upload, the bytes that were announced; null where one request sends the file. */
  length: number | null;
  /** Of the file; what it may come to while it is being received, and what was announced before. */
  bytes: number;
  /** The object that is the file; null until it was received. */
  object: string | null;
  created_at: number;
  received_at: number | null;
  expires_at: number;
  /** The id of the request that is receiving the file, which it does under its process's lease. */
  claim: string | null;
  lease_id: string | null;
  /** Encrypted: what the client of a resumable upload said of its file. */
  metadata: string | null;
}

/** An account's webhook secret: the encrypted hash, which is the key of signatures. */
export interface WebhookSecretRow {
  account_id: string;
  encrypted_key: string;
  created_at: number;
}

/** An event and its delivery: the outbox. */
export interface DeliveryRow {
  id: string;
  account_id: string;
  job_id: string;
  /** Encrypted. */
  url: string;
  /** Scheme, host and port, by which concurrent attempts are limited. */
  endpoint_origin: string;
  event: string;
  /** Encrypted; made once, the same bytes at every attempt. */
  body: string;
  status: DeliveryStatus;
  attempts: Generated<number>;
  /**
   * Attempts that had been made when the schedule began: 0, or more after a redelivery. One more than `attempts` while
   * the redelivery waits for an attempt in flight.
   */
  schedule_start: Generated<number>;
  last_error: string | null;
  /** When to attempt it next; null once it was delivered or has failed. */
  due_at: number | null;
  /** The process that attempts it now. */
  lease_id: string | null;
  /** Of the span that it was made under, where traces are taken. */
  traceparent: string | null;
}

/** One attempt of a delivery. */
export interface DeliveryAttemptRow {
  delivery_id: string;
  /** 1 for the first. */
  nth: number;
  at: number;
  /** The endpoint's HTTP status; null when no answer came. */
  status: number | null;
  /** Null when it was delivered. */
  error: string | null;
  duration_ms: number;
}

export type DeliveryStatus = 'pending' | 'retrying' | 'delivered' | 'failed';

/** A mail about a limit of a month, due until it was sent: the outbox of these mails. */
export interface LimitNoticeRow {
  account_id: string;
  month: string;
  threshold: LimitThreshold;
  /** When to try it next; null once it was sent or given up. */
  due_at: number | null;
  attempts: Generated<number>;
  /** The process that sends it now. */
  lease_id: string | null;
}

/** What has been reached of the monthly quota, or of the monthly cap on overage. */
export type LimitThreshold = 'quota_80' | 'quota_100' | 'overage_80' | 'overage_100';

/** A change of an account's prepaid credits, other than spending one. */
export interface CreditChangeRow {
  id: string;
  account_id: string;
  /** What was added to the balance; negative where it was taken. */
  credits: number;
  /** Credits to be taken back that were spent already. */
  lost: number;
  reason: string;
  at: number;
}

/** An account as a customer at Stripe, and what was last seen of it there. */
export interface StripeCustomerRow {
  account_id: string;
  customer_id: string;
  /** Counts what was applied: state that was fetched before the last of it is stale. */
  version: Generated<number>;
  /** Of the plan; null when there is none that could still be paid. */
  subscription_id: string | null;
  subscription_status: string | null;
  /** The one that bills the meter. */
  overage_subscription_id: string | null;
}

/** An event of Stripe that was applied. */
export interface StripeEventRow {
  id: string;
  kind: string;
  applied_at: number;
}

/** A paid pack of credits. */
export interface CreditPurchaseRow {
  payment_intent: string;
  account_id: string;
  credits: number;
  /** Of these, those that a refund or dispute has taken back. */
  reversed: Generated<number>;
  /** Of the reversed, those that were spent already. */
  lost: Generated<number>;
}

/** The overage of an account in one UTC hour, and how much of it Stripe was told: the outbox of reports. */
export interface MeterHourRow {
  account_id: string;
  /** Its start. */
  hour: number;
  conversions: number;
  /** When the last of them was charged. */
  last_at: number;
  /** Conversions of earlier hours that this one bills, and those of this one that a later hour bills. */
  carried_in: Generated<number>;
  carried_out: Generated<number>;
  /** The total of the last report. */
  reported: Generated<number>;
  reported_at: number | null;
  /** How often a comparison had it reported again. */
  repairs: Generated<number>;
  /** When to look at it next; null once it was reported after its end. */
  due_at: number | null;
  /** Failed reports since the last that succeeded. */
  attempts: Generated<number>;
  /** The process that reports it now. */
  lease_id: string | null;
}

/** A comparison of the ledger with Stripe's sums. */
export interface ReconciliationRow {
  /** Such as `2026-11-23`, in UTC. */
  day: string;
  started_at: number;
  finished_at: number | null;
  /** JSON of the hours that differ. */
  differences: string | null;
}

/** A stored result that no job refers to. */
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
