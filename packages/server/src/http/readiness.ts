/** A readiness check, as `GET /readyz` shows it to the operator. */

export interface ReadinessCheck {
  part: string;
  ok: boolean;
  says: string;
  /** Whether the service is ready without it; not shown. */
  optional?: boolean;
  /** Of the sandbox: its level, and the result of each escape probe. */
  level?: string;
  held?: Readonly<Record<string, boolean>>;
}
