/** Text that is sealed in a column in which earlier versions kept it in clear: both are read, only sealed text is written. */
import type { Encryption } from '../kit/encryption.ts';

const mark = 'sealed:';

export function sealColumn(encryption: Encryption, text: string, about: string): string {
  return mark + encryption.encrypt(text, about);
}

export function isSealed(stored: string): boolean {
  return stored.startsWith(mark);
}

/** Throws when it was altered, is about something else, or was sealed with another key. */
export function openColumn(encryption: Encryption, stored: string, about: string): string {
  return isSealed(stored) ? encryption.decrypt(stored.slice(mark.length), about) : stored;
}
