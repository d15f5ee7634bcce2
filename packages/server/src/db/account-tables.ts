/** The rows of accounts and of what signs their owners in. Times are milliseconds since the Unix epoch; secrets are SHA-256 in hex. */

export interface AccountRow {
  id: string;
  /** The address that mail is sent to, as its owner first verified it. */
  email: string;
  /** Unique: the mailbox of an account that signed up, the address of one that the operator created. */
  mailbox: string;
  plan: string;
  plan_source: PlanSource;
  created_at: number;
  disabled_at: number | null;
  /** This account's own limits; null: its plan's. */
  monthly_conversions: number | null;
  requests_per_minute: number | null;
  max_file_bytes: number | null;
  overage_micro_usd: number | null;
  /** When it was closed and its address erased; nobody is authenticated as it any more. */
  deleted_at: number | null;
  /** When all that it had was removed. */
  erased_at: number | null;
}

/** Who decided the plan: the subscription, the operator, or nobody, which is the plan that every account begins with. */
export type PlanSource = 'stripe' | 'operator' | 'default';

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
  mailbox: string;
  /** `key`: it also opens an account with its first key where there is none; `session`: it only signs in. */
  purpose: 'key' | 'session';
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

/** Links asked for by or for one subject in the window that ends then. */
export interface SignUpWindowRow {
  /** A keyed digest. */
  subject: string;
  used: number;
  ends_at: number;
}
