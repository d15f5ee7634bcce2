/** One readiness check, as listed in the operator's response of `GET /readyz`. */

export interface ReadinessCheck {
  part: string;
  ok: boolean;
  says: string;
  /**
   * Whether the check is optional: if it fails, the service is still ready. The property `optional` is not part of the
   * response.
   */
  optional?: boolean;
  /** Isolation level of the sandbox. Only the sandbox check has an isolation level. */
  level?: string;
  /** Result of each escape probe. Only the sandbox check runs escape probes. */
  held?: Readonly<Record<string, boolean>>;
}
