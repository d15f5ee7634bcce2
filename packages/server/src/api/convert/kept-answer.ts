/** The answer of `convert_file` as an `Idempotency-Key` keeps it, and as it is told again (contract §13.10). */
import { ServiceError, type ErrorEnvelope } from '../../errors.ts';
import type { KeptAnswer } from '../../limits/idempotency.ts';
import type { StoredResult } from '../../mcp/result-download.ts';

/** What became of a call: a result, or a job. */
export type Outcome = { result: StoredResult } | { job: { id: string; target: string } };

export function keptOutcome(outcome: Outcome): KeptAnswer {
  return { status: 200, headers: {}, body: JSON.stringify(outcome) };
}

/** Throws the error that the earlier call met. */
export function outcomeOf({ status, body = '{}' }: KeptAnswer): Outcome {
  const kept: unknown = JSON.parse(body);
  if (status < 400) return kept as Outcome;
  const { code, message, details } = (kept as ErrorEnvelope).error;
  throw new ServiceError(code, message, { status, ...(details && { details }) });
}
