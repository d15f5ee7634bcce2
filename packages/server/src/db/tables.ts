/** What the tables hold, row by row. Times are milliseconds since the Unix epoch; secrets are SHA-256 in hex. */

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

export interface Tables {
  accounts: AccountRow;
  api_keys: ApiKeyRow;
  magic_links: MagicLinkRow;
  sessions: SessionRow;
  sign_up_windows: SignUpWindowRow;
}
