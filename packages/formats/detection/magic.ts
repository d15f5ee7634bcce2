/** Compares the first bytes of a file with the signatures of a format. */
import type { Magic } from '../format.ts';

/**
 * Number of bytes to read from the start of a file, enough for the signatures of all formats. ISO 9660 has the largest
 * offset, 32 KiB.
 */
export const headBytes = 36 * 1024;

/** A parsed signature. */
export interface Signature {
  at: number;
  /** Undefined entries match any byte. */
  bytes: readonly (number | undefined)[];
  /** Number of bytes that must match. */
  length: number;
}

/** Parses the signatures of a format. */
export function parseMagic(magic: readonly Magic[] = []): Signature[] {
  return magic.map(({ hex, at = 0 }) => {
    const pairs = hex.replaceAll(' ', '').match(/../g) ?? [];
    const bytes = pairs.map((pair) => (pair === '..' ? undefined : Number.parseInt(pair, 16)));
    return { at, bytes, length: bytes.filter((byte) => byte !== undefined).length };
  });
}

/** Returns the length of the longest signature that `head` matches, or 0. */
export function longestMatch(head: Uint8Array, signatures: readonly Signature[]): number {
  let longest = 0;
  for (const one of signatures) if (one.length > longest && matches(head, one)) longest = one.length;
  return longest;
}

function matches(head: Uint8Array, { at, bytes }: Signature): boolean {
  if (at + bytes.length > head.length) return false;
  for (let n = 0; n < bytes.length; n += 1)
    if (bytes[n] !== undefined && head[at + n] !== bytes[n]) return false;
  return true;
}
