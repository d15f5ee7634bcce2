/** What the tables hold, row by row. Times are milliseconds since the Unix epoch; secrets are SHA-256 in hex. */
import type { Generated } from 'kysely';

export interface AccountRow {
  id: string;
  /** Where mail goes: the address as its owner first proved it. */
  email: string;
  /** What no two accounts share: the mailbox of one that signed up, the address of one the operator made. */
  mailbox: string;
  plan: string;
  created_at: number;
  disabled_at: number | null;
  /** This account's own numbers in place of its plan's; null leaves the plan's. */
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
  /** The first and last characters of the key, by which its owner knows it again. */
  prefix: string;
  last4: string;
  created_at: number;
  last_used_at: number | null;
  /** From when on it is refused; may lie ahead, when a rotation grants the old key some grace. */
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

/** How often somebody asked for a key since their window began. */
export interface SignUpWindowRow {
  subject: string;
  used: number;
  ends_at: number;
}

/** A process's sign of life: what it holds is its own until then, and free afterwards. */
export interface LeaseRow {
  id: string;
  /** Which processes it can be asked of whether this one still runs. */
  machine: string;
  process: string;
  expires_at: number;
}

/** Requests of one caller in the 60 seconds that end then. */
export interface ThrottleWindowRow {
  caller: string;
  used: number;
  ends_at: number;
}

/** What an account has besides its plan; the row is also what its reservations queue for. */
export interface AllowanceRow {
  account_id: string;
  /** Prepaid conversions left. */
  credits: Generated<number>;
  /** 1 or 0: whether conversions beyond quota and credits are billed, where the plan has a price for them. */
  overage_enabled: Generated<number>;
  /** Most that may be billed in a month, in millionths of a dollar; null: no bound. */
  overage_cap_micro_usd: number | null;
}

/** A conversion that was accepted and has not ended. */
export interface ReservationRow {
  id: string;
  account_id: string;
  /** The month whose quota it is promised, such as `2026-11`. */
  month: string;
  /** Null: it ends only when it is settled. */
  lease_id: string | null;
}

/** One successful conversion. Each row carries the totals of its account and month up to itself. */
export interface LedgerRow {
  /** That of its reservation, so that nothing is charged twice. */
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

/** A request that came with a key: in flight while there is no answer yet. */
export interface IdempotencyKeyRow {
  account_id: string;
  endpoint: string;
  key: string;
  /** Which of the requests with this key holds it. */
  claim: string;
  lease_id: string | null;
  fingerprint: string | null;
  /** Sealed JSON of what was answered: there are links in it, and small results. */
  answer: string | null;
  expires_at: number;
}

/** What this installation made up once and keeps to itself. */
export interface SecretRow {
  name: string;
  /** Sealed. */
  value: string;
}

/** An asynchronous conversion (contract §6.2, §6.3). */
export interface JobRow {
  id: string;
  account_id: string;
  status: JobStatus;
  /** Its place in the line: who has many waiting has them far apart, so that others' come in between. */
  start_tag: number;
  created_at: number;
  updated_at: number;
  started_at: number | null;
  finished_at: number | null;
  expires_at: number;
  /** Null while nobody has looked into a file that has to be fetched. */
  source_format: string | null;
  target_format: string;
  /** 0 to 100. */
  progress: Generated<number>;
  /** Sealed JSON of what is asked for; there may be a password in it. Null once the job has ended. */
  request: string | null;
  /** The object that is the file; null when it is still to be fetched, and once the job has ended. */
  upload: string | null;
  /** How often it was claimed. Who claimed it ends it only while this is the number he was given. */
  fencing_token: Generated<number>;
  /** How many of those who claimed it died over it. */
  crash_count: Generated<number>;
  /** Who works at it; null while nobody does, or whoever did is gone. */
  lease_id: string | null;
  reservation_id: string;
  /** JSON of the result but its link; null when there is none, and once its file is deleted. */
  result: string | null;
  result_object: string | null;
  /** JSON of `code`, `message`, `details`. */
  error: string | null;
  webhook_url: string | null;
}

export type JobStatus = 'queued' | 'processing' | 'completed' | 'failed' | 'cancelled';

/** A stored object that no other row names: being put by who holds the lease, and to be removed without one. */
export interface OrphanedObjectRow {
  name: string;
  lease_id: string | null;
}

/** What an account's webhooks are signed with, sealed: the hash of the secret is itself the key. */
export interface WebhookSecretRow {
  account_id: string;
  sealed: string;
  created_at: number;
}

/** An event on its way to its receiver; the outbox. */
export interface DeliveryRow {
  id: string;
  account_id: string;
  job_id: string;
  url: string;
  /** Scheme, host and port: what may be slow. */
  endpoint_origin: string;
  event: string;
  /** Sealed; made once, the same bytes at every attempt. */
  body: string;
  status: DeliveryStatus;
  attempts: Generated<number>;
  last_error: string | null;
  /** When to try next; null when it has ended. */
  due_at: number | null;
  /** Who is trying. */
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
