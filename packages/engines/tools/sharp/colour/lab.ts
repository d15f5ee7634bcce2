/**
 * Decodes a TIFF in CIELAB to sRGB. sharp refuses a TIFF in CIELAB, and ImageMagick 6 does not adapt the white point of
 * CIELAB (D50) to the white point of sRGB.
 */
import { readFile, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import type { Step } from '../../../contract/engine.ts';
import { shadeOf } from '../light.ts';
import { opening } from '../../../shared/image/opening.ts';

/** TIFF tag that states the colour space, and its values (TIFF 6.0, section 23; TIFF Technical Note 4). */
const photometric = 262;
const [rgb, cieLab, iccLab] = [2, 8, 9];

/** Returns the path of a TIFF that sharp opens: a copy in sRGB for a page in CIELAB, otherwise the source. */
export async function labInSrgb({
  from,
  input,
  work,
}: Pick<Step, 'from' | 'input' | 'work'>): Promise<string> {
  if (from !== 'tiff') return input;
  const file = await readFile(input);
  const place = colourSpaceOf(file);
  if (!place || (place.value !== cieLab && place.value !== iccLab)) return input;
  place.write(rgb);
  const output = `${work}/lab-in-srgb.tiff`;
  await writeFile(output, await decoded(file, place.value === iccLab));
  return output;
}

interface ColourSpace {
  value: number;
  /** Overwrites the colour space in the file with `value`. */
  write: (value: number) => void;
}

/** Returns the colour space of a classic TIFF with one page, or undefined for other files. */
function colourSpaceOf(file: Buffer): ColourSpace | undefined {
  const order = file.toString('latin1', 0, 2);
  if (file.length < 8 || (order !== 'II' && order !== 'MM')) return undefined;
  const isLittle = order === 'II';
  const short = (at: number) => (isLittle ? file.readUInt16LE(at) : file.readUInt16BE(at));
  const long = (at: number) => (isLittle ? file.readUInt32LE(at) : file.readUInt32BE(at));
  const start = long(4);
  if (short(2) !== 42 || start + 2 > file.length) return undefined;
  const end = start + 2 + 12 * short(start);
  if (end + 4 > file.length || long(end) !== 0) return undefined;
  for (let at = start + 2; at < end; at += 12)
    if (short(at) === photometric)
      return {
        value: short(at + 8),
        write: (value) =>
          void (isLittle ? file.writeUInt16LE(value, at + 8) : file.writeUInt16BE(value, at + 8)),
      };
  return undefined;
}

/** Decodes `file`, which declares its samples as RGB so that sharp returns them unchanged. */
async function decoded(file: Buffer, hasOffset: boolean): Promise<Buffer> {
  const stored = sharp(file, { ...opening, ignoreIcc: true });
  const { depth, density = 72 } = await stored.metadata();
  const isDeep = depth === 'ushort';
  const upright = stored.autoOrient().toColourspace(isDeep ? 'rgb16' : 'srgb');
  const { data, info } = await upright
    .raw({ depth: isDeep ? 'ushort' : 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const samples = isDeep ? new Uint16Array(data.buffer, data.byteOffset, data.length / 2) : data;
  const { width, height, channels } = info;
  const shades = shadesOf(samples, { channels, white: isDeep ? 65_535 : 255, hasOffset });
  const resolution = density / 25.4;
  return sharp(shades, { raw: { width, height, channels } })
    .toColourspace(isDeep ? 'rgb16' : 'srgb')
    .tiff({ compression: 'none', xres: resolution, yres: resolution })
    .toBuffer();
}

interface LabSamples {
  channels: number;
  /** Highest sample value, which means L* = 100. */
  white: number;
  /** Whether a* and b* are stored with an offset of 128 instead of as signed numbers. */
  hasOffset: boolean;
}

/** Converts samples of L*, a*, b* and alpha to sRGB samples with 16 bits. */
function shadesOf(
  samples: Uint8Array | Uint16Array,
  { channels, white, hasOffset }: LabSamples,
): Uint16Array {
  const unit = (white + 1) / 256;
  const chroma = (sample: number) => {
    const value = sample / unit;
    return hasOffset ? value - 128 : value >= 128 ? value - 256 : value;
  };
  const shades = new Uint16Array(samples.length);
  for (let at = 0; at + 2 < samples.length; at += channels) {
    const light = (100 * (samples[at] ?? 0)) / white;
    const colour = linearOf(light, chroma(samples[at + 1] ?? 0), chroma(samples[at + 2] ?? 0));
    for (const [channel, value] of colour.entries()) shades[at + channel] = shadeOf(value);
    if (channels === 4) shades[at + 3] = Math.round((65_535 * (samples[at + 3] ?? 0)) / white);
  }
  return shades;
}

/** Returns linear light in sRGB primaries, adapted from D50 by the Bradford transform. */
function linearOf(light: number, a: number, b: number): [red: number, green: number, blue: number] {
  const fy = (light + 16) / 116;
  const [x, y, z] = [0.9642 * cubed(fy + a / 500), cubed(fy), 0.8249 * cubed(fy - b / 200)];
  return [
    3.1338561 * x - 1.6168667 * y - 0.4906146 * z,
    -0.9787684 * x + 1.9161415 * y + 0.033454 * z,
    0.0719453 * x - 0.2289914 * y + 1.4052427 * z,
  ];
}

/** The inverse of the function that CIELAB applies to relative light (ISO/CIE 11664-4). */
const cubed = (f: number) => (f > 6 / 29 ? f ** 3 : 3 * (6 / 29) ** 2 * (f - 4 / 29));
