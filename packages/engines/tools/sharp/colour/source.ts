/** Reads the colours that a picture declares without an ICC profile, with one reader per format. */
import { readFile } from 'node:fs/promises';
import { isHeifSequence } from '../../ffmpeg/images/heif-sequence.ts';
import { callTool } from '../../../shared/image/call-tool.ts';
import { coloursOfBmp } from './bmp.ts';
import {
  describedByCodes,
  linearSrgb,
  type ColourDescription,
} from '../../../shared/image/colour/description.ts';
import { coloursOfHeif } from './heif.ts';
import { coloursOfPng } from '../../../shared/image/colour/png.ts';

type Reader = (file: string) => Promise<ColourDescription | undefined>;

const readers: Readonly<Record<string, Reader>> = {
  png: async (file) => coloursOfPng(await readFile(file)),
  apng: async (file) => coloursOfPng(await readFile(file)),
  // A sequence needs no colour information, because its decoder converts the frames to sRGB.
  avif: async (file) => (isHeifSequence('avif', file) ? undefined : coloursOfHeif(await readFile(file))),
  heic: async (file) => coloursOfHeif(await readFile(file)),
  bmp: async (file) => coloursOfBmp(await readFile(file)),
  jxl: coloursOfJxl,
  qoi: coloursOfQoi,
};

/** Returns the declared colours, or undefined if the file declares no colours or the declaration cannot be read. */
export async function declaredColours(file: string, format: string): Promise<ColourDescription | undefined> {
  return readers[format]?.(file).catch(() => undefined);
}

const hdrPrimaries: readonly (readonly [RegExp, number])[] = [
  [/Rec\.2100 primaries/, 9],
  [/P3 primaries/, 12],
];

/**
 * Returns the colour description from jxlinfo's output if the picture has a high dynamic range. For a picture without a
 * high dynamic range, the ICC profile from libvips is enough. An ICC profile describes a high dynamic range only
 * incompletely.
 */
async function coloursOfJxl(file: string): Promise<ColourDescription | undefined> {
  const [colourSpace = ''] = /^Color space: .*$/m.exec(await callTool(['jxlinfo', file])) ?? [];
  const transfer = colourSpace.includes('PQ transfer')
    ? 16
    : colourSpace.includes('HLG transfer')
      ? 18
      : undefined;
  if (transfer === undefined) return undefined;
  const [, primaries = 1] = hdrPrimaries.find(([pattern]) => pattern.test(colourSpace)) ?? [];
  return describedByCodes(primaries, transfer);
}

const qoiColourspace = 13;

async function coloursOfQoi(file: string): Promise<ColourDescription | undefined> {
  return (await readFile(file))[qoiColourspace] === 1 ? linearSrgb : undefined;
}
