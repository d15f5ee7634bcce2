/**
 * Defines patches of known colours. Computes the samples that store the patches in a given colour space with a given
 * transfer function.
 */
import { crc32, deflateSync } from 'node:zlib';

export type Rgb = readonly [number, number, number];

/**
 * The patches as 8-bit sRGB values. Every colour space that the tests use contains the colours of all patches. All
 * colours except white are so dark that tone mapping does not change them.
 */
export const patches: readonly Rgb[] = [
  [255, 255, 255],
  [0, 0, 0],
  [128, 128, 128],
  [190, 70, 60],
  [70, 160, 80],
  [60, 90, 190],
];

/** Gray patches, for gray-scale pictures. */
export const grays: readonly Rgb[] = [255, 0, 128, 64, 96, 192].map((value) => [value, value, value]);

/** Patches with colours that CMYK can represent. */
export const inks: readonly Rgb[] = [
  [255, 255, 255],
  [90, 90, 90],
  [128, 128, 128],
  [190, 70, 60],
  [90, 160, 90],
  [100, 120, 170],
];

/**
 * Width and height of a patch in pixels. If patches were smaller than 64 pixels, heif-enc would split pictures into
 * tiles.
 */
export const side = 64;

/** Luminance of reference white and of the brightest HLG sample, in cd/m² (ITU-R BT.2408 and BT.2100). */
const [white, hlgPeak] = [203, 1000];

export type Space = 'srgb' | 'bt2020' | 'p3';
export type Curve = keyof typeof curves;

/** Matrices that convert linear sRGB to linear light in each colour space (ITU-R BT.2087, SMPTE EG 432-1). */
const fromSrgb: Readonly<Record<Space, readonly (readonly number[])[]>> = {
  srgb: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  bt2020: [
    [0.6274, 0.3293, 0.0433],
    [0.0691, 0.9195, 0.0114],
    [0.0164, 0.088, 0.8956],
  ],
  p3: [
    [0.8225, 0.1775, 0],
    [0.0332, 0.9668, 0],
    [0.0171, 0.0724, 0.9105],
  ],
};

const filmBlack = 10 ** ((95 - 685) / 300);

/**
 * Transfer functions, which convert linear light (1 is white) to samples from 0 to 1. Only the function for HLG needs
 * `luminance`, the luminance of the colour.
 */
const curves = {
  srgb: (light: number) => (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055),
  linear: (light: number) => light,
  // Cineon film density: the 10-bit code is 95 for black and 685 for white.
  film: (light: number) => (685 + 300 * Math.log10(light * (1 - filmBlack) + filmBlack)) / 1023,
  gamma22: (light: number) => light ** (1 / 2.2),
  pq: (light: number) => {
    const power = ((light * white) / 10_000) ** (2610 / 16_384);
    return ((3424 / 4096 + (2413 / 128) * power) / (1 + (2392 / 128) * power)) ** (2523 / 32);
  },
  hlg: (light: number, luminance: number) => {
    if (luminance === 0) return 0;
    const scene = ((light * white) / hlgPeak) * ((luminance * white) / hlgPeak) ** (1 / 1.2 - 1);
    return scene <= 1 / 12
      ? Math.sqrt(3 * scene)
      : 0.17883277 * Math.log(12 * scene - 0.28466892) + 0.55991073;
  },
} as const;

export interface Encoding {
  space: Space;
  curve: Curve;
}

/** Returns the samples of a colour, each from 0 to 1. */
export function samplesOf(colour: Rgb, { space, curve }: Encoding): number[] {
  const light = colour.map((code) => {
    const value = code / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  const seen = fromSrgb[space].map((row) => row.reduce((sum, share, n) => sum + share * (light[n] ?? 0), 0));
  const luminance = [0.2126, 0.7152, 0.0722].reduce((sum, share, n) => sum + share * (light[n] ?? 0), 0);
  return seen.map((value) => Math.min(1, Math.max(0, curves[curve](Math.max(0, value), luminance))));
}

export interface Chunk {
  name: string;
  content: Buffer;
}

export interface Png {
  bits: 8 | 16;
  isGray?: boolean;
  chunks?: readonly Chunk[];
  colours?: readonly Rgb[];
}

/** Returns a PNG with the patches in a row. `chunks` are PNG chunks that declare the colour space. */
export function patchesPng(
  encoding: Encoding,
  { bits, isGray, chunks = [], colours = patches }: Png,
): Buffer {
  const most = 2 ** bits - 1;
  const pixels = colours.map((colour) => {
    const samples = samplesOf(colour, encoding).slice(0, isGray ? 1 : 3);
    const pixel = Buffer.alloc((samples.length * bits) / 8);
    for (const [n, sample] of samples.entries())
      pixel.writeUIntBE(Math.round(sample * most), (n * bits) / 8, bits / 8);
    return pixel;
  });
  const line = Buffer.concat([
    Buffer.alloc(1),
    ...pixels.flatMap((pixel) => Array<Buffer>(side).fill(pixel)),
  ]);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side * colours.length, 0);
  head.writeUInt32BE(side, 4);
  head.set([bits, isGray ? 0 : 2], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    ...chunks.map(({ name, content }) => chunk(name, content)),
    chunk('IDAT', deflateSync(Buffer.concat(Array<Buffer>(side).fill(line)))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

export const gammaChunk = (exponent: number): Chunk => ({
  name: 'gAMA',
  content: words(Math.round(100_000 / exponent)),
});

/** A chunk with the white point and the primaries of Display P3. */
export const p3Chunk: Chunk = {
  name: 'cHRM',
  content: words(31_270, 32_900, 68_000, 32_000, 26_500, 69_000, 15_000, 6000),
};

/** Returns a chunk with code points of ITU-T H.273 that declare full-range RGB. */
export const codesChunk = (primaries: number, transfer: number): Chunk => ({
  name: 'cICP',
  content: Buffer.from([primaries, transfer, 0, 1]),
});

function words(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [n, value] of values.entries()) bytes.writeUInt32BE(value, 4 * n);
  return bytes;
}

export function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  return Buffer.concat([words(content.length), named, words(crc32(named))]);
}
