/**
 * Converts the outcome of a `convert_file` call to the response stored in its idempotency record, and back (contract
 * §13.10).
 */
import type { ConversionReport } from '../convert/result/report.ts';
import type { StoredResult } from '../convert/result/stored-result.ts';
import { ServiceError, type ErrorEnvelope } from '../errors.ts';
import type { StoredResponse } from '../limits/idempotency.ts';

/** A stored result with all fields of a response except the link. Each response gets a new link. */
export interface DownloadableResult extends StoredResult {
  object: string;
  mime: string;
  /** Content of the result, if it is short text. */
  text?: string | undefined;
  report?: ConversionReport | undefined;
}

/** Outcome of a call: a result, or a job that is still running. */
export type StoredCall = { result: DownloadableResult } | { job: { id: string; target: string } };

export function storeCall(call: StoredCall): StoredResponse {
  return { status: 200, headers: {}, body: JSON.stringify(call) };
}

/** Reads the stored outcome of a call. If the stored outcome is a refusal, throws the error of the refusal. */
export function readCall({ status, body = '{}' }: StoredResponse): StoredCall {
  const stored: unknown = JSON.parse(body);
  if (status < 400) return stored as StoredCall;
  const { code, message, details } = (stored as ErrorEnvelope).error;
  throw new ServiceError(code, message, { status, ...(details && { details }) });
}
