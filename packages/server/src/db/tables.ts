/** The rows of the tables. Times are milliseconds since the Unix epoch; secrets are SHA-256 in hex. */
import type { Generated } from 'kysely';

export interface AccountRow {
  id: string;
  /** The address that mail is sent to, as its owner first verified it. */
  email: string;
  /** Unique: the mailbox of an account that signed up, the address of one that the operator created. */
  mailbox: string;
  plan: string;
  created_at: number;
  disabled_at: number | null;
  /** This account's own limits; null: its plan's. */
  monthly_conversions: number | null;
  requests_per_minute: number | null;
  max_file_bytes: number | null;
  overage_micro_usd: number | null;
}

export interface ApiKeyRow {
  id: string;
  account_id: string;
  key_hash: string;
  name: string;
  /** The first and last characters of the key, by which its owner recognises it. */
  prefix: string;
  last4: string;
  created_at: number;
  last_used_at: number | null;
  /** When it ceases to be accepted; in the future while a rotation's grace lasts. */
  revoked_at: number | null;
}

export interface MagicLinkRow {
  token_hash: string;
  email: string;
  created_at: number;
  expires_at: number;
  used_at: number | null;
}

export interface SessionRow {
  token_hash: string;
  account_id: string;
  created_at: number;
  expires_at: number;
}

/** Sign-ups of one subject in the window that ends then. */
export interface SignUpWindowRow {
  subject: string;
  used: number;
  ends_at: number;
}

/** A process's lease: what it claims is its own until it expires. */
export interface LeaseRow {
  id: string;
  /** The machine, boot and PID namespace in which `process` can be looked up. */
  machine: string;
  process: string;
  expires_at: number;
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
}

/** A conversion that was accepted and has not finished. */
export interface ReservationRow {
  id: string;
  account_id: string;
  /** The month whose quota it counts towards, such as `2026-11`. */
  month: string;
  /** Null: it ends only when it is charged or released. */
  lease_id: string | null;
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
  /** Encrypted: who knows it may be able to post to the endpoint. */
  webhook_url: string | null;
}

export type JobStatus = 'queued' | 'processing' | 'completed' | 'failed' | 'cancelled';

/** An object that no other row refers to: being stored under a lease, or to be removed when it has none. */
export interface OrphanedObjectRow {
  name: string;
  lease_id: string | null;
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
  last_error: string | null;
  /** When to attempt it next; null once it was delivered or has failed. */
  due_at: number | null;
  /** The process that attempts it now. */
  lease_id: string | null;
}

export type DeliveryStatus = 'pending' | 'retrying' | 'delivered' | 'failed';

export interface Tables {
  jobs: JobRow;
  orphaned_objects: OrphanedObjectRow;
  webhook_secrets: WebhookSecretRow;
  deliveries: DeliveryRow;
  leases: LeaseRow;
  throttle_windows: ThrottleWindowRow;
  allowances: AllowanceRow;
  reservations: ReservationRow;
  ledger: LedgerRow;
  idempotency_keys: IdempotencyKeyRow;
  secrets: SecretRow;
  accounts: AccountRow;
  api_keys: ApiKeyRow;
  magic_links: MagicLinkRow;
  sessions: SessionRow;
  sign_up_windows: SignUpWindowRow;
}
