/** Errors of the client: an error response of the service, or the reason why no response arrived. */

import type { ErrorCode } from './generated/responses.ts';

/** Contents of `details`, by error code. The service may add members to `details`. */
export interface ErrorDetails {
  bad_request: { field?: string; allowed?: readonly string[]; reason?: string; detected?: string };
  invalid_api_key: Record<never, never>;
  invalid_signature: Record<never, never>;
  not_found: Record<never, never>;
  /** `limit` is in bytes. */
  file_too_large: { limit?: number };
  unsupported_route: { source?: string; target?: string; route?: string; targets?: readonly string[] };
  /** `retry_after` is in seconds. */
  rate_limited: { limit?: number; retry_after?: number };
  /** `limit` and `used` are numbers of conversions in the month. */
  quota_exceeded: { limit?: number; used?: number; reason?: string };
  internal_error: Record<never, never>;
  service_unavailable: { reason?: string };
}

interface ErrorAnswer {
  status: number;
  message: string;
  details: Readonly<Record<string, unknown>>;
  requestId: string | undefined;
  retryAfter: number | undefined;
}

/** An error response of the service. Callers should branch on `code`, because the wording of `message` may change. */
export class ProteanError<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'ProteanError';
  readonly code: Code;
  /** The HTTP status. */
  readonly status: number;
  readonly details: ErrorDetails[Code] & Readonly<Record<string, unknown>>;
  /** Id of the request, as in the service's log. */
  readonly requestId: string | undefined;
  /** Delay before a retry, in seconds, if the service requests one. */
  readonly retryAfter: number | undefined;

  constructor(code: Code, answer: ErrorAnswer) {
    super(answer.message);
    this.code = code;
    this.status = answer.status;
    this.details = answer.details;
    this.requestId = answer.requestId;
    this.retryAfter = answer.retryAfter;
  }
}

/** Whether `error` is a response of the service. If `code` is given, the error must also have this code. */
export function isProteanError<Code extends ErrorCode = ErrorCode>(
  error: unknown,
  code?: Code,
): error is ProteanError<Code> {
  return error instanceof ProteanError && (code === undefined || error.code === code);
}

/** Thrown if the service is unreachable or the connection breaks. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
}

/** Thrown if no response begins within the timeout of an attempt. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
}

/** Reads the body of a response with status 400 or above. Returns the error that the body describes. */
export async function errorOf(response: Response): Promise<ProteanError> {
  const text = await response.text().catch(() => '');
  const { code, message, details } = envelopeIn(text);
  return new ProteanError(code ?? codeOf(response.status), {
    status: response.status,
    message: message ?? `The server answered ${response.status} ${response.statusText}`.trimEnd(),
    details: details ?? {},
    requestId: response.headers.get('X-Request-Id') ?? undefined,
    retryAfter: secondsIn(response.headers.get('Retry-After')),
  });
}

interface Envelope {
  code?: ErrorCode;
  message?: string;
  details?: Readonly<Record<string, unknown>>;
}

function envelopeIn(text: string): Envelope {
  try {
    const body = JSON.parse(text) as { error?: Envelope } | null;
    return body?.error ?? {};
  } catch {
    // The body is not JSON, because a proxy has sent the response instead of the service.
    return {};
  }
}

function codeOf(status: number): ErrorCode {
  if (status === 401 || status === 403) return 'invalid_api_key';
  if (status === 404) return 'not_found';
  if (status === 413) return 'file_too_large';
  if (status === 429) return 'rate_limited';
  if (status === 500) return 'internal_error';
  return status > 500 ? 'service_unavailable' : 'bad_request';
}

function secondsIn(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds);
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, (at - Date.now()) / 1000);
}
