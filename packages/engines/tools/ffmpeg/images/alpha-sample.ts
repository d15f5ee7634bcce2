/** Measures the alpha of some frames, to report partial transparency that a GIF loses. */
import { existsSync, readFileSync } from 'node:fs';
import type { Step } from '../../../contract/engine.ts';
import { isSoft, warnOfSoftAlpha } from '../../../shared/image/soft-alpha.ts';

const sampleIn = (work: string) => `${work}/alpha.gray`;

/**
 * ffmpeg flags that apply `filters` and write the alpha of at most 50 frames to the folder `work`. The frames are first
 * converted to a format with alpha, because the filter `alphaextract` of FFmpeg 7 fails for frames without alpha.
 */
export const samplingFlags = (work: string, filters: readonly string[] = []): string[] => [
  ...['-vf', [...filters, 'format=rgba', 'alphaextract'].join(','), '-frames:v', '50'],
  ...['-pix_fmt', 'gray', '-f', 'rawvideo', sampleIn(work)],
];

/** Warns if a sample was written and has partial transparency. */
export function warnOfSampledAlpha(step: Step): void {
  const sample = sampleIn(step.work);
  if (existsSync(sample) && isSoft(readFileSync(sample))) warnOfSoftAlpha(step);
}
