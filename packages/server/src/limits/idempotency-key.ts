/** The `Idempotency-Key` header and what makes two requests the same (contract §10). */
import { createHash } from 'node:crypto';
import { ServiceError } from '../errors.ts';

/** Throws `bad_request` for a key that is empty, longer than 128 characters or has others than these in it. */
export function readIdempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined || /^[A-Za-z0-9._\-:+/]{1,128}$/.test(header)) return header;
  throw new ServiceError(
    'bad_request',
    'Invalid header Idempotency-Key. Send 1 to 128 characters of A-Z a-z 0-9 . _ - : + /',
    { details: { field: 'Idempotency-Key', allowed: 'A-Z a-z 0-9 . _ - : + /', max_length: 128 } },
  );
}

/** What a request asks for, whatever the encoding and order of its form. */
export interface FingerprintPayload {
  target: string;
  source?: string | undefined;
  /** Of the file's name, without the dot. */
  extension: string;
  options: Readonly<Record<string, unknown>>;
  webhookUrl?: string | undefined;
  /** SHA-256 of the file. */
  digest: string;
}

/** The same text for the same payload, whatever the order of its options. Secrets may be guessed from it: not to be stored. */
export function fingerprint(endpoint: string, payload: FingerprintPayload): string {
  const { target, source = '', extension, options, webhookUrl = '', digest } = payload;
  const sorted = Object.entries(options).sort(([a], [b]) => (a < b ? -1 : 1));
  const parts = [endpoint, target, source, extension, sorted, webhookUrl, digest];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
