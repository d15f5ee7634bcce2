/** Reports partial transparency, which GIF cannot store and which becomes full or none. */
import type { Step } from '../../contract/engine.ts';
import { warn } from '../runner/warn.ts';

/** Maximum change by lossy compression to samples of full or no transparency, of 255. */
export const alphaNoise = 16;

/** `alpha` holds 8-bit samples. */
export const isSoft = (alpha: Uint8Array): boolean =>
  alpha.some((value) => value >= alphaNoise && value < 256 - alphaNoise);

export function warnOfSoftAlpha(step: Step): void {
  warn(step, 'content_left_out', 'partial transparency');
}
