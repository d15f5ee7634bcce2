/** Measures the alpha of some frames, to report partial transparency that a GIF loses. */
import { existsSync, readFileSync } from 'node:fs';
import type { Step } from '../../../contract/engine.ts';
import { isSoft, warnOfSoftAlpha } from '../../../shared/image/soft-alpha.ts';

const sampleIn = (work: string) => `${work}/alpha.gray`;

/** ffmpeg flags that apply `filters` and write the alpha of at most 50 frames to the folder `work`. */
export const samplingFlags = (work: string, filters: readonly string[] = []): string[] => [
  ...['-vf', [...filters, 'alphaextract'].join(','), '-frames:v', '50'],
  ...['-pix_fmt', 'gray', '-f', 'rawvideo', sampleIn(work)],
];

/** Warns if a sample was written and has partial transparency. */
export function warnOfSampledAlpha(step: Step): void {
  const sample = sampleIn(step.work);
  if (existsSync(sample) && isSoft(readFileSync(sample))) warnOfSoftAlpha(step);
}
