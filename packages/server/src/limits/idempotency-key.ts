/**
 * Parses the `Idempotency-Key` header, and computes the fingerprint that shows whether two requests are equal (contract
 * §10).
 */
import { createHash } from 'node:crypto';
import { ServiceError } from '../errors.ts';

/**
 * Parses the header. Throws `bad_request` if the key is empty, longer than 128 characters or contains characters that
 * are not allowed.
 */
export function readIdempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined || /^[A-Za-z0-9._\-:+/]{1,128}$/.test(header)) return header;
  throw new ServiceError(
    'bad_request',
    'Invalid header Idempotency-Key. Send 1 to 128 characters of A-Z a-z 0-9 . _ - : + /',
    { details: { field: 'Idempotency-Key', allowed: 'A-Z a-z 0-9 . _ - : + /', max_length: 128 } },
  );
}

/**
 * Parts of a request from which the fingerprint is computed. The parts do not depend on the encoding and the field
 * order of the request's form.
 */
export interface FingerprintPayload {
  target: string;
  source?: string | undefined;
  /** Extension of the file's name, without the dot. */
  extension: string;
  options: Readonly<Record<string, unknown>>;
  webhookUrl?: string | undefined;
  /** SHA-256 of the file. */
  digest: string;
}

/**
 * Returns the same fingerprint for the same payload, regardless of the order of options. Do not store the fingerprint,
 * because an attacker could use it to guess secrets in the payload.
 */
export function fingerprint(endpoint: string, payload: FingerprintPayload): string {
  const { target, source = '', extension, options, webhookUrl = '', digest } = payload;
  const sorted = Object.entries(options).sort(([a], [b]) => (a < b ? -1 : 1));
  const parts = [endpoint, target, source, extension, sorted, webhookUrl, digest];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
