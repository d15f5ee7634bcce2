/** Reports partial transparency, which GIF cannot store: it becomes full or none. */
import type { Step } from '../../contract/engine.ts';
import { warn } from '../runner/warn.ts';

/** Lossy compression changes samples of full and no transparency by less than this, of 255. */
export const alphaNoise = 16;

/** `alpha` are samples of 8 bits. */
export const isSoft = (alpha: Uint8Array): boolean =>
  alpha.some((value) => value >= alphaNoise && value < 256 - alphaNoise);

export function warnOfSoftAlpha(step: Step): void {
  warn(step, 'content_left_out', 'partial transparency');
}
