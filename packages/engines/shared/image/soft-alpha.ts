/** Reports partial transparency. GIF does not support it, so the pixels become fully opaque or fully transparent. */
import type { Step } from '../../contract/engine.ts';
import { warn } from '../runner/warn.ts';

/**
 * Lossy compression can change the alpha of fully opaque or fully transparent pixels. This is the maximum change, out
 * of 255.
 */
export const alphaNoise = 16;

/** Returns whether the 8-bit samples `alpha` contain partial transparency. */
export const isSoft = (alpha: Uint8Array): boolean =>
  alpha.some((value) => value >= alphaNoise && value < 256 - alphaNoise);

export function warnOfSoftAlpha(step: Step): void {
  warn(step, 'content_left_out', 'partial transparency');
}
