/** Error responses of an operation, derived from the endpoint's configuration, with an example of each. */
import { z } from 'zod';
import {
  errorStatus,
  fileTooLarge,
  overloaded,
  ServiceError,
  unmetExpectation,
  type ErrorCode,
} from '../../errors.ts';
import { invalidKey } from '../guards/authentication.ts';
import type { Operation } from './operations.ts';

const errorCodes = Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]];

/** One example error for each code (contract §11.1). */
const errorsByCode: Readonly<Record<ErrorCode, ServiceError>> = {
  bad_request: new ServiceError(
    'bad_request',
    'The query parameter "limit" must be a whole number from 1 to 100.',
    {
      details: { field: 'limit', allowed: 'a whole number from 1 to 100' },
    },
  ),
  invalid_api_key: invalidKey(),
  invalid_signature: new ServiceError(
    'invalid_signature',
    'The signature of the event is missing, wrong or too old.',
  ),
  not_found: new ServiceError('not_found', 'Job not found or expired. GET /v1/jobs lists yours.'),
  file_too_large: fileTooLarge(26_214_400),
  unsupported_route: new ServiceError(
    'unsupported_route',
    'png cannot be converted to mp3. png can become jpg, webp.',
    {
      details: { source: 'png', target: 'mp3', route: 'png->mp3', targets: ['jpg', 'webp'] },
    },
  ),
  rate_limited: new ServiceError('rate_limited', 'More than 10 requests per minute. Try again in 42 s.', {
    details: { limit: 10, retry_after: 42 },
    retryAfter: 42,
  }),
  quota_exceeded: new ServiceError('quota_exceeded', 'The 1000 conversions of this month are used up.', {
    details: { limit: 1000, used: 1000, resets_at: '2026-12-01T00:00:00.000Z' },
  }),
  internal_error: new ServiceError(
    'internal_error',
    'An internal error occurred. Include the X-Request-Id when you report it.',
  ),
  service_unavailable: new ServiceError(
    'service_unavailable',
    'The conversion took too long and was stopped.',
    {
      details: { reason: 'timeout' },
    },
  ),
};

const badRequest = (status: number, message: string, details: Readonly<Record<string, unknown>>) =>
  new ServiceError('bad_request', message, { status, details });

/** Example errors with the code `bad_request`, one for each status except 400. */
const badRequestsByStatus: Readonly<Record<number, ServiceError>> = {
  403: badRequest(403, 'With a session, this endpoint accepts only pages of this service.', {
    field: 'Origin',
  }),
  408: badRequest(408, 'The body was sent too slowly.', { reason: 'too_slow' }),
  409: badRequest(409, 'The upload continues at byte 1048576. Send the bytes from there on.', {
    field: 'Upload-Offset',
    offset: 1_048_576,
  }),
  412: badRequest(412, 'The header "Tus-Resumable" must be 1.0.0.', {
    field: 'Tus-Resumable',
    allowed: '1.0.0',
  }),
  415: badRequest(415, 'The header "Content-Type" must be application/offset+octet-stream.', {
    field: 'Content-Type',
    allowed: 'application/offset+octet-stream',
  }),
  416: badRequest(416, 'The range begins after the end of the file, which has 2048 bytes.', {
    field: 'Range',
    size: 2048,
  }),
  423: badRequest(423, 'Another request is sending bytes of this upload. Try again shortly.', {
    reason: 'upload_in_progress',
  }),
};

/** Returns the example error with this code and status. Throws if no example has this code and status. */
function exampleOf(code: ErrorCode, status: number): ServiceError {
  const example = errorStatus[code] === status ? errorsByCode[code] : badRequestsByStatus[status];
  if (example?.code !== code)
    throw new TypeError(`The error ${code} with the status ${status} has no example.`);
  return example;
}

const examples = Object.values(errorsByCode).map((error) => error.toEnvelope());

/** Schema of the error in a response body and in a failed job. */
export const errorInfo = z
  .strictObject({
    code: z.enum(errorCodes).meta({ id: 'ErrorCode', description: 'Stable. Branch on it or on the status.' }),
    message: z
      .string()
      .meta({ description: 'States what failed, the reason, and what to do. The wording may change.' }),
    details: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: 'ErrorInfo', description: 'Describes an error.' });

/** Schema of the body of every error response. */
export const errorSchema = z
  .strictObject({ error: errorInfo })
  .meta({ id: 'ErrorEnvelope', description: 'The body of all error responses.', examples });

const formOf = ({ schema }: Operation) => contentOf(schema.body)['multipart/form-data']?.schema;
const takesFile = (operation: Operation) => formOf(operation) !== undefined;
const isConversion = (operation: Operation) => {
  const form = formOf(operation);
  return form instanceof z.ZodObject && 'target' in form.shape;
};
const takesFileId = (operation: Operation) => {
  const form = formOf(operation);
  return form instanceof z.ZodObject && 'file_id' in form.shape;
};
export const takesIdempotencyKey = ({ schema }: Operation) =>
  schema.requestHeaders !== undefined && 'Idempotency-Key' in schema.requestHeaders.shape;

/** Returns the media types of a body that the endpoint reads as a stream. */
export const contentOf = (body: unknown): Readonly<Record<string, { schema: z.ZodType }>> =>
  typeof body === 'object' && body !== null && 'content' in body
    ? (body.content as Record<string, { schema: z.ZodType }>)
    : {};

interface ErrorRow {
  error: ServiceError;
  /** Whether the operation can return the error. */
  of: (operation: Operation) => boolean;
}

const always = () => true;

const rows: readonly ErrorRow[] = [
  { error: errorsByCode.bad_request, of: always },
  // If no conversion between two formats exists, requests without a key get 400 (contract §11.2).
  {
    error: withStatus(errorsByCode.unsupported_route, 400),
    of: (operation) => isConversion(operation) && operation.config.key === 'optional',
  },
  {
    error: errorsByCode.invalid_api_key,
    of: ({ config, schema }) =>
      schema.operator === true || ['required', 'optional'].includes(config.key ?? 'none'),
  },
  {
    error: exampleOf('bad_request', 403),
    // On a private installation, a request without a session can also get this error with status 403.
    of: ({ config }) => ['required', 'optional'].includes(config.key ?? 'none'),
  },
  {
    error: errorsByCode.not_found,
    of: (operation) => operation.schema.params !== undefined || takesFileId(operation),
  },
  {
    error: exampleOf('bad_request', 408),
    of: ({ schema }) => schema.body !== undefined,
  },
  {
    error: new ServiceError('bad_request', 'A request with this Idempotency-Key is still in flight.', {
      status: 409,
      details: { field: 'Idempotency-Key', reason: 'in_flight' },
      retryAfter: 1,
    }),
    of: takesIdempotencyKey,
  },
  { error: errorsByCode.file_too_large, of: takesFile },
  { error: unmetExpectation(), of: always },
  {
    error: errorsByCode.unsupported_route,
    of: (operation) => isConversion(operation) && operation.config.key === 'required',
  },
  {
    error: new ServiceError('bad_request', 'This Idempotency-Key was sent with another request before.', {
      status: 422,
      details: { field: 'Idempotency-Key', reason: 'idempotency_key_reused' },
    }),
    of: takesIdempotencyKey,
  },
  { error: errorsByCode.rate_limited, of: ({ config }) => Boolean(config.counted) },
  { error: errorsByCode.quota_exceeded, of: isConversion },
  { error: errorsByCode.internal_error, of: always },
  { error: errorsByCode.service_unavailable, of: isConversion },
  { error: overloaded('busy'), of: always },
];

/** Description of each status. The description must fit all errors with the status. */
const descriptions: Readonly<Record<number, string>> = {
  400: 'The request is invalid, or the file cannot be converted. See `details.field` or `details.reason`.',
  401: 'Missing or invalid API key.',
  403: 'Another site made the browser send the request.',
  404: 'The resource does not exist, belongs to another account, or has expired.',
  408: 'The body was sent too slowly.',
  409: 'A request with the same `Idempotency-Key` is in flight.',
  412: 'Unsupported version of the protocol of resumable uploads.',
  413: 'The file is larger than the plan allows.',
  415: 'Unsupported content type.',
  416: 'The range begins after the end of the file.',
  417: 'Unsupported value of the header `Expect`.',
  422: 'The conversion does not exist, or the `Idempotency-Key` was used with another request.',
  423: 'Another request is sending bytes of this upload.',
  429: 'Too many requests per minute, or no conversions left this month.',
  500: 'A bug in the server.',
  502: 'The conversion engine is missing, crashed, or ran out of time.',
  503: 'The server is at a limit or shutting down.',
};

/** Returns the documentation of a response for `errors`, which all have the same status. */
export function errorResponse(errors: readonly ServiceError[]) {
  const named = errors.map((error) => {
    const reason = error.details?.['reason'];
    return [typeof reason === 'string' ? reason : error.code, { value: error.toEnvelope() }] as const;
  });
  return {
    description: descriptions[errors[0]?.status ?? 500] ?? 'An error.',
    content: { 'application/json': { schema: errorSchema, examples: Object.fromEntries(named) } },
  };
}

/**
 * Returns the documentation of the response for one error code. The function is used by endpoints that declare the
 * error code in their schema. Set `status` if the error code has several statuses.
 */
export function errorOf(code: ErrorCode, status: number = errorStatus[code]) {
  return errorResponse([exampleOf(code, status)]);
}

function withStatus({ code, message, details = {} }: ServiceError, status: number): ServiceError {
  return new ServiceError(code, message, { status, details });
}

/** Returns the error responses of `operation` by status. */
export function errorResponses(operation: Operation): Record<string, ReturnType<typeof errorResponse>> {
  const errors = rows.filter((row) => row.of(operation)).map((row) => row.error);
  return Object.fromEntries(
    [...Map.groupBy(errors, ({ status }) => String(status))].map(([status, some]) => [
      status,
      errorResponse(some),
    ]),
  );
}
