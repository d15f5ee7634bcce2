/** Request and response headers in the OpenAPI document. */
import { z } from 'zod';

const header = <Type extends z.ZodType>(id: string, type: Type, description: string) =>
  type.meta({ description, header: { id } });

/** Headers of every response (contract §9.6, §11.3). */
export const headersOfAll = {
  'X-Request-Id': header(
    'RequestId',
    z.string(),
    'Identifies the request in the log. Include it when you report a problem.',
  ),
  'X-RateLimit-Limit': header('RateLimitLimit', z.int(), 'Requests per minute.'),
  'X-RateLimit-Remaining': header(
    'RateLimitRemaining',
    z.int(),
    'Requests left in the current window of 60 seconds.',
  ),
  'X-RateLimit-Reset': header('RateLimitReset', z.int(), 'End of the window in Unix seconds.'),
  'X-Content-Type-Options': header('ContentTypeOptions', z.literal('nosniff'), 'Forbids content sniffing.'),
};

const retryAfter = header('RetryAfter', z.int(), 'Seconds to wait before retrying.');

/** Headers of error responses by status. */
export const headersOfErrors: Readonly<Record<string, Readonly<Record<string, z.ZodType>>>> = {
  401: { 'WWW-Authenticate': header('WwwAuthenticate', z.string(), 'Always `Bearer`.') },
  409: { 'Retry-After': retryAfter },
  // `Retry-After` is optional. An error about a used-up quota has `details.resets_at` (the end of the month) instead of
  // `Retry-After`.
  429: { 'Retry-After': retryAfter.optional() },
  423: { 'Retry-After': retryAfter },
  503: { 'Retry-After': retryAfter },
};

/** Headers of resumable uploads (contract §15.6). */
export const tusHeaders = {
  'Tus-Resumable': header('TusResumable', z.literal('1.0.0'), 'The protocol version.'),
  'Upload-Offset': header('UploadOffset', z.int(), 'Bytes received so far.'),
  'Upload-Length': header('UploadLength', z.int(), 'Total size in bytes.'),
  'Upload-Metadata': header('UploadMetadata', z.string().optional(), 'As given when the upload was created.'),
  'Upload-Expires': header(
    'UploadExpires',
    z.string(),
    'Time at which the upload is deleted, as an HTTP date.',
  ),
  'Tus-Version': header('TusVersion', z.literal('1.0.0'), 'Supported protocol versions.'),
  'Tus-Extension': header('TusExtension', z.string(), 'Supported protocol extensions.'),
};

/** Headers of a request that the client may repeat safely (contract §10.1). */
export const idempotencyHeaders = z.object({
  'Idempotency-Key': z
    .string()
    .regex(/^[A-Za-z0-9._\-:+/]{1,128}$/)
    .optional()
    .meta({
      description: 'Makes the request safe to repeat: the same key gets the same response for 24 hours.',
    }),
});

/** Headers of every response to a request with an `Idempotency-Key`. */
export const replayHeaders = {
  'Idempotent-Replayed': header(
    'IdempotentReplayed',
    z.literal('true').optional(),
    'The response to an earlier request with this key.',
  ),
};

/** Headers of a response with a file (contract §3.6). */
export const fileHeaders = {
  'Content-Disposition': header('ContentDisposition', z.string(), 'An attachment with the file name.'),
  'Content-Length': header('ContentLength', z.int(), 'Size of the body in bytes.'),
};

export const conversionHeaders = {
  ...fileHeaders,
  'X-Conversion-Time': header('ConversionTime', z.string(), 'Duration of the conversion, such as `412ms`.'),
  'X-Conversion-Warnings': header(
    'ConversionWarnings',
    z.string().optional(),
    'Warnings about the result: codes of `ConversionWarning`, separated by commas.',
  ),
};

export const etagHeader = header('ETag', z.string(), 'The version of the body, for `If-None-Match`.');

export const locationHeader = header('Location', z.url(), 'URL of the job.');

export const setCookie = header('SetCookie', z.string(), 'Starts or ends the session of the dashboard.');

/**
 * Headers of a conditional request. If the client already has the current version of the resource, the response has no
 * body.
 */
export const conditionalHeaders = z.object({
  'If-None-Match': z.string().optional().meta({ description: 'The ETag of your cached version.' }),
});

/** Marks the headers as optional, because not all of the responses have them. */
export const optionalHeaders = (headers: Readonly<Record<string, z.ZodType>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, type]) => [name, type.optional()]));
