/** The headers of requests and responses as the OpenAPI document describes them. */
import { z } from 'zod';

const header = <Type extends z.ZodType>(id: string, type: Type, description: string) =>
  type.meta({ description, header: { id } });

/** Of every response (contract §9.6, §11.3). */
export const headersOfAll = {
  'X-Request-Id': header(
    'RequestId',
    z.string(),
    'Names the request in the log; quote it when you report a problem.',
  ),
  'X-RateLimit-Limit': header('RateLimitLimit', z.int(), 'Requests a minute.'),
  'X-RateLimit-Remaining': header(
    'RateLimitRemaining',
    z.int(),
    'Requests left in the present window of 60 seconds.',
  ),
  'X-RateLimit-Reset': header('RateLimitReset', z.int(), 'When the window ends, in Unix seconds.'),
  'X-Content-Type-Options': header(
    'ContentTypeOptions',
    z.literal('nosniff'),
    'The content is what its type says.',
  ),
};

const retryAfter = header('RetryAfter', z.int(), 'Seconds to wait before asking again.');

/** Of the error responses with these statuses. */
export const headersOfErrors: Readonly<Record<string, Readonly<Record<string, z.ZodType>>>> = {
  401: { 'WWW-Authenticate': header('WwwAuthenticate', z.string(), 'Always `Bearer`.') },
  409: { 'Retry-After': retryAfter },
  // A quota ends with the month, which `details.resets_at` says.
  429: { 'Retry-After': retryAfter.optional() },
  423: { 'Retry-After': retryAfter },
  503: { 'Retry-After': retryAfter },
};

/** Of resumable uploads (contract §15.6). */
export const tusHeaders = {
  'Tus-Resumable': header('TusResumable', z.literal('1.0.0'), 'The version of the protocol.'),
  'Upload-Offset': header('UploadOffset', z.int(), 'Bytes received so far.'),
  'Upload-Length': header('UploadLength', z.int(), 'Bytes in all.'),
  'Upload-Metadata': header('UploadMetadata', z.string().optional(), 'As it was given.'),
  'Upload-Expires': header('UploadExpires', z.string(), 'When the upload is removed, as an HTTP date.'),
  'Tus-Version': header('TusVersion', z.literal('1.0.0'), 'The versions of the protocol that are known.'),
  'Tus-Extension': header('TusExtension', z.string(), 'The extensions that are known.'),
};

/** Of a request that may be repeated (contract §10.1). */
export const idempotencyHeaders = z.object({
  'Idempotency-Key': z
    .string()
    .regex(/^[A-Za-z0-9._\-:+/]{1,128}$/)
    .optional()
    .meta({
      description: 'Makes the request safe to repeat: the same key gets the same answer for 24 hours.',
    }),
});

/** Of every response to a request with an `Idempotency-Key`. */
export const replayHeaders = {
  'Idempotent-Replayed': header(
    'IdempotentReplayed',
    z.literal('true').optional(),
    'The answer to an earlier request with this key.',
  ),
};

/** Of a response with a file (contract §3.6). */
export const fileHeaders = {
  'Content-Disposition': header(
    'ContentDisposition',
    z.string(),
    'An attachment, with the name of the file.',
  ),
  'Content-Length': header('ContentLength', z.int(), 'Bytes of the body.'),
};

export const conversionHeaders = {
  ...fileHeaders,
  'X-Conversion-Time': header('ConversionTime', z.string(), 'How long the conversion took, such as `412ms`.'),
  'X-Conversion-Warnings': header(
    'ConversionWarnings',
    z.string().optional(),
    'What did not go wholly as asked: the codes of `ConversionWarning`, separated by commas.',
  ),
};

export const etagHeader = header('ETag', z.string(), 'The version of the body, for `If-None-Match`.');

export const locationHeader = header('Location', z.url(), 'Where the job can be looked at.');

export const setCookie = header('SetCookie', z.string(), 'The session of the dashboard, begun or ended.');

/** The request headers with which a client that has a version asks for a newer one. */
export const conditionalHeaders = z.object({
  'If-None-Match': z.string().optional().meta({ description: 'The ETag of the version that you have.' }),
});

/** The same where some of the responses lack them. */
export const optionalHeaders = (headers: Readonly<Record<string, z.ZodType>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, type]) => [name, type.optional()]));
