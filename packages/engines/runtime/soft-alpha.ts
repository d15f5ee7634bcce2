/** Reports partial transparency, which GIF cannot store: it becomes full or none. */
import type { Step } from './engine.ts';
import { warn } from './warn.ts';

/** Lossy compression changes the values of full and no transparency by less than this. */
const noise = 16;

/** `alpha` are samples of 8 bits. */
export const isSoft = (alpha: Uint8Array): boolean =>
  alpha.some((value) => value >= noise && value < 256 - noise);

export function warnOfSoftAlpha(step: Step): void {
  warn(step, 'content_left_out', 'partial transparency');
}
