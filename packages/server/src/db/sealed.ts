/** Text that is sealed in a column in which earlier versions kept it in clear: both are read, only sealed text is written. */
import type { Seal } from '../kit/seal.ts';

const mark = 'sealed:';

export function sealColumn(seal: Seal, text: string, about: string): string {
  return mark + seal.close(text, about);
}

export function isSealed(stored: string): boolean {
  return stored.startsWith(mark);
}

/** Throws when it was altered, is about something else, or was sealed with another key. */
export function openColumn(seal: Seal, stored: string, about: string): string {
  return isSealed(stored) ? seal.open(stored.slice(mark.length), about) : stored;
}
