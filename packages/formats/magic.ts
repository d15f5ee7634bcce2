/** Whether a file's first bytes carry a format's mark. */
import type { Magic } from './format.ts';

/** How much of a file's beginning every mark lies in. Tar's is the furthest but ISO 9660's, at 32 KiB. */
export const headBytes = 36 * 1024;

/** A mark as it is looked for. */
export interface Signature {
  at: number;
  /** Undefined where any byte will do. */
  bytes: readonly (number | undefined)[];
  /** How many bytes it fixes. */
  length: number;
}

/** Spells the marks out, once for all the files that are looked at. */
export function signaturesOf(magic: readonly Magic[] = []): Signature[] {
  return magic.map(({ hex, at = 0 }) => {
    const pairs = hex.replaceAll(' ', '').match(/../g) ?? [];
    const bytes = pairs.map((pair) => (pair === '..' ? undefined : Number.parseInt(pair, 16)));
    return { at, bytes, length: bytes.filter((byte) => byte !== undefined).length };
  });
}

/** The number of bytes that the longest of the marks in `head` fixes; 0 where there is none. */
export function longestMatch(head: Uint8Array, marks: readonly Signature[]): number {
  let longest = 0;
  for (const mark of marks) if (mark.length > longest && matches(head, mark)) longest = mark.length;
  return longest;
}

function matches(head: Uint8Array, { at, bytes }: Signature): boolean {
  if (at + bytes.length > head.length) return false;
  return bytes.every((byte, n) => byte === undefined || head[at + n] === byte);
}
