/** Whether a file's first bytes carry a format's mark. */
import type { Magic } from './format.ts';

/** How much of a file's beginning every mark lies in. Tar's is the furthest but ISO 9660's, at 32 KiB. */
export const headBytes = 36 * 1024;

export function carries(head: Uint8Array, { hex, at = 0 }: Magic): boolean {
  const pairs = hex.replaceAll(' ', '').match(/../g) ?? [];
  if (at + pairs.length > head.length) return false;
  return pairs.every((pair, n) => pair === '..' || head[at + n] === Number.parseInt(pair, 16));
}
