/** One readiness check, as listed in the operator's response of `GET /readyz`. */

export interface ReadinessCheck {
  part: string;
  ok: boolean;
  says: string;
  /** Whether the check is optional: if it fails, the service is still ready. Not part of the response. */
  optional?: boolean;
  /** Only in the check of the sandbox: its isolation level, and the result of each escape probe. */
  level?: string;
  held?: Readonly<Record<string, boolean>>;
}
