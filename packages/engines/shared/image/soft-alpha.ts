/**
 * Reports partial transparency. GIF does not support partial transparency, so the pixels become fully opaque or fully
 * transparent.
 */
import type { Step } from '../../contract/engine.ts';
import { warn } from '../runner/warn.ts';

/**
 * Changes of alpha below this value (out of 255) are ignored. Lossy compression can change the alpha of
 * pixels that were fully opaque or fully transparent.
 */
export const alphaNoise = 16;

/** Returns whether the 8-bit samples `alpha` contain partial transparency. */
export const isSoft = (alpha: Uint8Array): boolean =>
  alpha.some((value) => value >= alphaNoise && value < 256 - alphaNoise);

export function warnOfSoftAlpha(step: Step): void {
  warn(step, 'content_left_out', 'partial transparency');
}
