/** The table of all API errors (contract §11), and the type of these errors. */

/** Every `error.code` with its usual HTTP status. */
export const errorStatus = {
  bad_request: 400,
  invalid_api_key: 401,
  invalid_signature: 401,
  not_found: 404,
  file_too_large: 413,
  unsupported_route: 422,
  rate_limited: 429,
  quota_exceeded: 429,
  internal_error: 500,
  service_unavailable: 502,
} as const;

export type ErrorCode = keyof typeof errorStatus;

export type ErrorDetails = Readonly<Record<string, unknown>>;

export interface ErrorEnvelope {
  error: { code: ErrorCode; message: string; details?: ErrorDetails };
}

/** A limit per period, for the `X-RateLimit-*` headers of a 429 response (contract §9.6). */
interface RateBound {
  limit: number;
  /** Unix time in seconds at which the limit resets. */
  reset: number;
}

interface Extras {
  /** HTTP status, if it differs from the code's usual status. The contract assigns several statuses to some codes. */
  status?: number;
  details?: ErrorDetails;
  /** Seconds for the `Retry-After` header. */
  retryAfter?: number;
  /** The limit that was reached, if it is not the caller's throttle. */
  bound?: RateBound;
  /** Internal cause, which is logged with the request id and never sent. */
  cause?: unknown;
}

/** An error with a message for the caller: the failure, its reason, and what to do. */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: ErrorDetails | undefined;
  readonly retryAfter: number | undefined;
  readonly bound: RateBound | undefined;

  constructor(code: ErrorCode, message: string, extras: Extras = {}) {
    super(message, { cause: extras.cause });
    this.name = 'ServiceError';
    this.code = code;
    this.status = extras.status ?? errorStatus[code];
    this.details = extras.details;
    this.retryAfter = extras.retryAfter;
    this.bound = extras.bound;
  }

  /**
   * Returns a copy of the error with additional details. An additional detail replaces the error's detail of the same
   * name.
   */
  withDetails(more: ErrorDetails): ServiceError {
    return this.#like(this.message, more);
  }

  /** Returns the error for one of several files, prefixed with the name that the caller gave the file. */
  forFile(name: string): ServiceError {
    return this.#like(`${name}: ${this.message}`, { name });
  }

  #like(message: string, more: ErrorDetails): ServiceError {
    const { code, status, details, retryAfter, bound, cause } = this;
    return new ServiceError(code, message, {
      ...{ status, cause, details: { ...details, ...more } },
      ...(retryAfter === undefined ? {} : { retryAfter }),
      ...(bound && { bound }),
    });
  }

  toEnvelope(): ErrorEnvelope {
    const { code, message, details } = this;
    return { error: details ? { code, message, details } : { code, message } };
  }
}

/** Messages of a server that works correctly but cannot accept a request at the moment, by reason. */
const overloads = {
  busy: 'The server is at its limit of conversions. Try again shortly.',
  too_many_waiting: 'Too many of your conversions are waiting. Try again when one is done.',
  too_many_watching:
    'Too many requests are waiting for jobs. Close some, or read jobs without "wait" and "/events".',
  too_many_uploads: 'The server is at its limit of uploads. Try again shortly.',
  disk_full: 'The server has no space left for files. Try again shortly.',
  no_worker: 'No worker is available for this conversion. Try again shortly.',
  shutting_down: 'The server is shutting down. Try again shortly.',
} as const;

export type Overload = keyof typeof overloads;

/**
 * Returns a 503 error with `Retry-After`. The server returns this error while it is at a limit or draining (contract
 * §11.4).
 */
export function overloaded(reason: Overload, cause?: unknown, retryAfter = 5): ServiceError {
  return new ServiceError('service_unavailable', overloads[reason], {
    status: 503,
    details: { reason },
    retryAfter,
    cause,
  });
}

/**
 * Returns the error for a file above `limit` bytes. A file of exactly `limit` bytes is accepted (contract §9.8).
 * `instead` is a sentence that describes how to send a larger file.
 */
export function fileTooLarge(limit: number, instead?: string): ServiceError {
  const message = `The file is larger than your limit of ${sizeText(limit)}.`;
  return new ServiceError('file_too_large', instead ? `${message} ${instead}` : message, {
    details: { limit },
  });
}

/**
 * Returns the error for options whose files together exceed `limit` bytes. `field` is the name of one of the options.
 */
export function optionFilesTooLarge(field: string, limit: number): ServiceError {
  const message = `The files in options are together larger than ${sizeText(limit)}.`;
  return new ServiceError('file_too_large', message, { details: { field, limit } });
}

/** Returns the error for a file of 0 bytes. */
export function emptyFile(): ServiceError {
  return new ServiceError('bad_request', 'The file is empty.', {
    details: { field: 'file', reason: 'empty_file' },
  });
}

/** Returns a 417 error for an `Expect` header other than `100-continue`. */
export function unmetExpectation(): ServiceError {
  const allowed = '100-continue';
  return new ServiceError('bad_request', `The header "Expect" must be ${allowed}, or omitted.`, {
    status: 417,
    details: { field: 'Expect', allowed },
  });
}

const units = ['GB', 'MB', 'KB'] as const;

/** Returns the size in the largest unit (powers of 1024) that is exact with at most one decimal. */
function sizeText(bytes: number): string {
  for (const [n, unit] of units.entries()) {
    const amount = bytes / 1024 ** (units.length - n);
    if (amount >= 1 && Number.isInteger(amount * 10)) return `${amount} ${unit}`;
  }
  return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`;
}
