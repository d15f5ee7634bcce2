/** Decodes a file that is passed in an argument, and reports content that the model truncated. */
import { fileTooLarge, ServiceError } from '../errors.ts';

/** Maximum size of the decoded file, in bytes. A model cannot be expected to write a longer file (contract §13.6). */
export const maxContentBytes = 1024 * 1024;

const alphabet = /^[A-Za-z0-9+/]*={0,2}$/;

/**
 * Decodes base64 in the standard or the URL alphabet. Throws `bad_request` if the content is not base64, and
 * `file_too_large` if it is too large.
 */
export function decodeContent(content: string): Buffer {
  const text = content.replace(/\s+/g, '').replaceAll('-', '+').replaceAll('_', '/');
  if ((text.length / 4) * 3 > maxContentBytes + 3) throw tooLarge();
  if (!alphabet.test(text)) throw notBase64('it has characters that are not base64');
  if (text.length % 4 !== 0)
    throw notBase64('its length is not a multiple of 4: it is truncated or lacks padding');
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length > maxContentBytes) throw tooLarge();
  if (bytes.length === 0) throw notBase64('it is empty');
  return bytes;
}

export const tooLarge = () =>
  fileTooLarge(maxContentBytes, 'Call create_upload, send the file to its upload_url, and pass the file_id.');

function notBase64(why: string): ServiceError {
  return new ServiceError('bad_request', `Invalid argument "base64_content": ${why}.`, {
    details: { field: 'base64_content', reason: 'malformed_base64' },
  });
}
