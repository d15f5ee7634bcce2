/** One readiness check, as listed in the operator's response of `GET /readyz`. */

export interface ReadinessCheck {
  part: string;
  ok: boolean;
  says: string;
  /** Whether the check is optional: if it fails, the service is still ready. Not part of the response. */
  optional?: boolean;
  /** Isolation level of the sandbox. Present only in the sandbox check. */
  level?: string;
  /** Result of each escape probe. Present only in the sandbox check. */
  held?: Readonly<Record<string, boolean>>;
}
