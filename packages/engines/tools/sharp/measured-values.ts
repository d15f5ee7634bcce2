/** Converts pictures whose samples are measured values instead of brightness: signed, 32 bits or floating point. */
import sharp, { type Metadata, type Sharp } from 'sharp';
import type { Step } from '../../contract/engine.ts';
import { warn } from '../../shared/runner/warn.ts';

/** Maps libvips' name of a sample type to the sample value of white. */
const kinds: Readonly<Record<string, number>> = {
  char: 0x7f,
  short: 0x7fff,
  int: 0x7fffffff,
  uint: 0xffffffff,
  float: 1,
  double: 1,
};

/** Values above this number are placeholders for "no value", for example in elevation models. */
const farthest = 1e30;
const white = 65_535;

/**
 * Returns the page `opened` with 16 bits per sample, or undefined if its samples need no scaling.
 *
 * Values that already represent brightness are not rescaled: floating-point values from 0 to 1, and unsigned 32-bit
 * values that use the full range. Values that do not represent brightness are scaled so that the lowest value becomes
 * black and the highest value becomes white, and the user is warned. Floating-point colour is linear light, which
 * libvips itself converts.
 */
export async function asShades(opened: Sharp, metadata: Metadata, step: Step): Promise<Sharp | undefined> {
  const { depth, space, channels, hasAlpha } = metadata;
  const whole = kinds[depth];
  if (whole === undefined || space === 'scrgb') return undefined;
  const { data, info } = await opened
    .clone()
    .pipelineColourspace(space)
    .toColourspace(space)
    .autoOrient()
    .raw({ depth: 'float' })
    .toBuffer({ resolveWithObject: true });
  const values = new Float32Array(data.buffer, data.byteOffset, data.length / 4);
  const colours = channels - (hasAlpha ? 1 : 0);
  const [low, high] = range(values, info.channels, colours);
  const areShades = low >= 0 && (whole === 1 ? high <= 1 : depth === 'uint' && high > whole / 256);
  const [from, to] = areShades ? [0, whole] : [low, high];
  if (!areShades) warn(step, 'values_scaled', `${low} to ${high}`);
  const shades = new Uint16Array(values.length);
  // Loops by index, because an iterator would take 10 times as long.
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] ?? 0;
    const isColour = at % info.channels < colours;
    const part = isColour ? (value - from) / (to - from || 1) : value / whole;
    shades[at] = Math.round(Math.min(1, Math.max(0, part || 0)) * white);
  }
  const { width, height } = info;
  return sharp(shades, { raw: { width, height, channels: info.channels } });
}

/** Returns the lowest and the highest value of the first `colours` channels. */
function range(values: Float32Array, channels: number, colours: number): [low: number, high: number] {
  let [low, high] = [Infinity, -Infinity];
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] ?? 0;
    if (at % channels >= colours || !(Math.abs(value) < farthest)) continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return low <= high ? [low, high] : [0, 1];
}
