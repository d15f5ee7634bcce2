/**
 * Compresses light that is brighter than reference white. Uses the same curve as FFmpeg's `tonemap` in
 * `tools/ffmpeg/images/dynamic-range.ts`.
 */
import { knee } from '../../ffmpeg/images/dynamic-range.ts';

/**
 * Compresses `light` from the range 0 to `peak` into the range 0 to 1, in which 1 is the reference white. Light below
 * the knee stays unchanged.
 */
export function compressed(light: number, peak: number): number {
  if (light <= knee || peak <= 1) return Math.min(1, light);
  const a = (-knee * knee * (peak - 1)) / (knee * knee - 2 * knee + peak);
  const b = (knee * knee - 2 * knee * peak + peak) / (peak - 1);
  return (((b + knee) ** 2 / (b - a)) * (Math.min(light, peak) + a)) / (Math.min(light, peak) + b);
}
