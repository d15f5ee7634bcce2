/**
 * Converts pictures whose samples are light intensities without an upper limit: OpenEXR, Radiance, floating-point TIFF.
 */
import sharp, { type Metadata, type Sharp } from 'sharp';
import type { Step } from '../../contract/engine.ts';
import { warn } from '../../shared/runner/warn.ts';
import { compressed } from './colour/tone-curve.ts';

const white = 65_535;

/** Samples up to this value are treated as white, because rounding errors may make white brighter than 1. */
const tolerance = 1.005;

/** Returns whether the samples are intensities of light, with the primaries of sRGB and with white at 1. */
export const isLight = ({ space, depth }: Metadata) => space === 'scrgb' && depth === 'float';

/** Returns whether options request a change of the picture. The option `page` does not count as a change. */
export const isChanged = ({ options }: Pick<Step, 'options'>) =>
  Object.keys(options).some((name) => name !== 'page');

export interface Light {
  values: Float32Array;
  width: number;
  height: number;
  channels: 3 | 4;
}

/** Rotates the picture upright, and returns its linear light values, including values brighter than white. */
export async function readLight(opened: Sharp): Promise<Light> {
  const { data, info } = await opened
    .clone()
    .pipelineColourspace('scrgb')
    .toColourspace('scrgb')
    .autoOrient()
    .raw({ depth: 'float' })
    .toBuffer({ resolveWithObject: true });
  const values = new Float32Array(data.buffer, data.byteOffset, data.length / 4);
  return { values, width: info.width, height: info.height, channels: info.channels === 4 ? 4 : 3 };
}

/**
 * Returns the picture in sRGB with 16 bits per sample. If the picture has light above white, compresses the range and
 * warns.
 */
export async function shownLight(opened: Sharp, step: Pick<Step, 'outputDir'>): Promise<Sharp> {
  const { values, width, height, channels } = await readLight(opened);
  const peak = brightest(values, channels);
  const isBright = peak > tolerance;
  if (isBright) warn(step, 'hdr_reduced');
  const shades = new Uint16Array(values.length);
  for (let at = 0; at < values.length; at += channels) {
    const most = Math.max(values[at] ?? 0, values[at + 1] ?? 0, values[at + 2] ?? 0);
    // Scaling red, green and blue by the same factor keeps the hue.
    const factor = isBright && most > 0 ? compressed(most, peak) / most : 1;
    for (let channel = 0; channel < 3; channel += 1)
      shades[at + channel] = shadeOf((values[at + channel] ?? 0) * factor);
    if (channels === 4) shades[at + 3] = Math.round(white * clamped(values[at + 3] ?? 1));
  }
  return sharp(shades, { raw: { width, height, channels } });
}

function brightest(values: Float32Array, channels: number): number {
  let most = 0;
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] ?? 0;
    if (at % channels < 3 && value > most && value < Infinity) most = value;
  }
  return most;
}

/** Limits a value to the range from 0 to 1. NaN becomes 0, which is black. */
const clamped = (value: number) => Math.min(1, Math.max(0, value || 0));

/** A lookup table, because computing a power for each sample would take seconds. */
const curve = Uint16Array.from({ length: white + 1 }, (_, n) =>
  Math.round(white * (1.055 * (n / white) ** (1 / 2.4) - 0.055)),
);

/** Converts linear light, in which white is 1, to a 16-bit sRGB sample. */
export function shadeOf(light: number): number {
  const value = clamped(light);
  return value <= 0.0031308 ? Math.round(white * 12.92 * value) : (curve[Math.round(value * white)] ?? white);
}
