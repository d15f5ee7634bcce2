/** Compares the first bytes of a file with the signatures of a format. */
import type { Magic } from '../format.ts';

/** The number of bytes that contain every signature. ISO 9660's is the furthest, at 32 KiB. */
export const headBytes = 36 * 1024;

/** A parsed signature. */
export interface Signature {
  at: number;
  /** Undefined where any byte matches. */
  bytes: readonly (number | undefined)[];
  /** The number of bytes that must be equal. */
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

/** The length of the longest signature that `head` matches; 0 where it matches none. */
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
