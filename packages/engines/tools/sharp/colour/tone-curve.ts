/** Compresses light that is brighter than reference white, by the same curve as FFmpeg's filter `tonemap` in `tools/ffmpeg/images/dynamic-range.ts`. */
import { knee } from '../../ffmpeg/images/dynamic-range.ts';

/** Light up to `peak`, of which reference white is 1, as light up to 1. Light below the knee stays. */
export function compressed(light: number, peak: number): number {
  if (light <= knee || peak <= 1) return Math.min(1, light);
  const a = (-knee * knee * (peak - 1)) / (knee * knee - 2 * knee + peak);
  const b = (knee * knee - 2 * knee * peak + peak) / (peak - 1);
  return (((b + knee) ** 2 / (b - a)) * (Math.min(light, peak) + a)) / (Math.min(light, peak) + b);
}
