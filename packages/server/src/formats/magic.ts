/** Whether a file's first bytes carry a format's mark. */
import type { Magic } from './format.ts';

/** The number of bytes that the longest of the marks in `head` fixes; 0 where there is none. */
export function markLength(head: Uint8Array, magic: readonly Magic[] = []): number {
  const fixed = ({ hex }: Magic) =>
    (hex.replaceAll(' ', '').match(/../g) ?? []).filter((pair) => pair !== '..').length;
  return Math.max(0, ...magic.filter((mark) => carries(head, mark)).map(fixed));
}

/** How much of a file's beginning every mark lies in. Tar's is the furthest but ISO 9660's, at 32 KiB. */
export const headBytes = 36 * 1024;

export function carries(head: Uint8Array, { hex, at = 0 }: Magic): boolean {
  const pairs = hex.replaceAll(' ', '').match(/../g) ?? [];
  if (at + pairs.length > head.length) return false;
  return pairs.every((pair, n) => pair === '..' || head[at + n] === Number.parseInt(pair, 16));
}
