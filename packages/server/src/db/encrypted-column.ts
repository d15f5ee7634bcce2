/**
 * Columns of encrypted text. Earlier versions stored some columns unencrypted. Encrypted and unencrypted values are
 * read, but only encrypted values are written.
 */
import type { Encryption } from '../kit/encryption.ts';

/** Prefix of encrypted text. Earlier versions used the same prefix, so their rows remain readable. */
const mark = 'sealed:';

export function encryptColumn(encryption: Encryption, text: string, about: string): string {
  return mark + encryption.encrypt(text, about);
}

export function isEncrypted(stored: string): boolean {
  return stored.startsWith(mark);
}

/**
 * Returns the plain text of a stored value. Throws if an encrypted value was altered, or was encrypted with
 * another key or for another `about`.
 */
export function decryptColumn(encryption: Encryption, stored: string, about: string): string {
  return isEncrypted(stored) ? encryption.decrypt(stored.slice(mark.length), about) : stored;
}
