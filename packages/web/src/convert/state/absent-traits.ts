/**
 * Detects traits (properties such as more than 8 bits per channel) that a format supports but a particular file does
 * not have. The page does not warn the user about the loss of absent traits.
 */
import type { Trait } from '@protean/formats/format.ts';

/** Number of bytes to read from the start of a file. */
export const headBytes = 26;

/**
 * Functions, by format, that read the number of bits per channel from the start of a file. PNG stores the number of
 * bits in 1 byte, and Photoshop files store it in 2 bytes.
 */
const bitsOf: Readonly<Record<string, (head: DataView) => number>> = {
  png: (head) => head.getUint8(24),
  apng: (head) => head.getUint8(24),
  psd: (head) => head.getUint16(22),
  psb: (head) => head.getUint16(22),
};

/** Returns the absent traits of a file of the format `ext` that begins with `head`. */
export function absentTraits(ext: string, head: Uint8Array): readonly Trait[] {
  const read = bitsOf[ext];
  if (!read || head.length < headBytes) return [];
  return read(new DataView(head.buffer, head.byteOffset, head.length)) <= 8 ? ['depth'] : [];
}
