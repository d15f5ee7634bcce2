/** Reports partial transparency, which GIF does not support: it becomes full or no transparency. */
import type { Step } from '../../contract/engine.ts';
import { warn } from '../runner/warn.ts';

/** Maximum change, of 255, that lossy compression makes to samples with full or no transparency. */
export const alphaNoise = 16;

/** Returns whether `alpha`, 8-bit samples, has partial transparency. */
export const isSoft = (alpha: Uint8Array): boolean =>
  alpha.some((value) => value >= alphaNoise && value < 256 - alphaNoise);

export function warnOfSoftAlpha(step: Step): void {
  warn(step, 'content_left_out', 'partial transparency');
}
