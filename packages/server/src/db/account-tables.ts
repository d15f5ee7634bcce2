/**
 * Rows of accounts, keys, sign-in links and sessions. Times are milliseconds since the Unix epoch. Secrets are stored
 * as SHA-256 in hex.
 */

export interface AccountRow {
  id: string;
  /** Email address, in the spelling that its owner verified first. */
  email: string;
  /**
   * Unique mailbox. For an account that signed up, the mailbox is the same for all spellings of the address. For an
   * account that the operator created, the mailbox is the address.
   */
  mailbox: string;
  plan: string;
  plan_source: PlanSource;
  created_at: number;
  disabled_at: number | null;
  /** Limits that the operator has set for this account. Null means the plan's limit. */
  monthly_conversions: number | null;
  requests_per_minute: number | null;
  max_file_bytes: number | null;
  overage_micro_usd: number | null;
  /**
   * Time at which the account was closed and its address erased. After an account is closed, no one can authenticate as
   * the account.
   */
  deleted_at: number | null;
  /** Time at which all data of the account was removed. */
  erased_at: number | null;
}

/** Who decided the plan: the subscription, the operator, or no one (the initial plan of every account). */
export type PlanSource = 'stripe' | 'operator' | 'default';

export interface ApiKeyRow {
  id: string;
  account_id: string;
  key_hash: string;
  name: string;
  /** First characters of the API key. Owners recognize a key by `prefix` and `last4`. */
  prefix: string;
  last4: string;
  created_at: number;
  last_used_at: number | null;
  /**
   * Time from which the key is rejected. If the key was rotated, `revoked_at` is the end of the grace period, during
   * which the key is still valid.
   */
  revoked_at: number | null;
}

export interface MagicLinkRow {
  token_hash: string;
  email: string;
  mailbox: string;
  /**
   * With the purpose `session`, the link only signs in. With `key`, it also creates an account with a first key if the
   * address has no account yet.
   */
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

/** Number of links that one caller requested, or that were requested for one mailbox, in the window until `ends_at`. */
export interface SignUpWindowRow {
  /** Keyed digest of the caller or mailbox. */
  subject: string;
  used: number;
  ends_at: number;
}
