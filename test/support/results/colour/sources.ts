/**
 * Makes pictures of the colour patches of patches.ts, one picture for each way in which a file can declare its colours.
 * The encoders share no code with Protean's engines.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { run } from '../../../samples/run.ts';
import { withColourBox } from './heic.ts';
import {
  codesChunk,
  gammaChunk,
  grays,
  inks,
  p3Chunk,
  patches,
  patchesPng,
  type Encoding,
  type Png,
  type Rgb,
} from './patches.ts';

export interface Source {
  name: string;
  format: string;
  make: (file: string) => Promise<unknown>;
  colours: readonly Rgb[];
  isHdr?: boolean;
  /** Allowed error of a sample, in addition to the tolerance of the target format. */
  tolerance?: number;
  /**
   * Whether the file stores the colours inexactly. For inexact colours, the test expects the colours that Pillow reads
   * from the file.
   */
  isInexact?: true;
}

export const srgb: Encoding = { space: 'srgb', curve: 'srgb' };
/** Path of the Python program that makes pictures with colour profiles and reads the colours of pictures. */
export const script = path.join(import.meta.dirname, 'pictures.py');

const png = (name: string, encoding: Encoding, settings: Png, more: Partial<Source> = {}): Source => ({
  name,
  format: 'png',
  make: (file) => writeFile(file, patchesPng(encoding, settings)),
  colours: settings.colours ?? patches,
  ...more,
});

/**
 * Writes the patches in `encoding` to a 16-bit PNG without a declared colour space. Encoders read the colours of the
 * patches from this PNG. Returns the path of the PNG.
 */
export async function plain(file: string, encoding: Encoding): Promise<string> {
  await writeFile(`${file}.plain.png`, patchesPng(encoding, { bits: 16 }));
  return `${file}.plain.png`;
}

/** Returns a source in `format` with one of Ghostscript's colour profiles. */
export const profiled = (format: string, profile: string, colours = patches): Source => ({
  name: `${format} with ${profile}`,
  format,
  make: async (file) => {
    await writeFile(`${file}.plain.png`, patchesPng(srgb, { bits: 8, colours }));
    await run('/usr/bin/python3', [script, 'stored', `${file}.plain.png`, file, profile]);
  },
  colours,
});

interface Codes {
  primaries: number;
  transfer: number;
  matrix: number;
  isLimited?: boolean;
}

const avif = (name: string, encoding: Encoding, codes: Codes): Source => ({
  name: `avif, ${name}`,
  format: 'avif',
  make: async (file) => {
    const { primaries, transfer, matrix, isLimited } = codes;
    const cicp = ['--cicp', [primaries, transfer, matrix].join('/'), '-r', isLimited ? 'limited' : 'full'];
    const flags = [...cicp, '-d', '10', '-y', '444', '-s', '9', '--min', '0', '--max', '4'];
    await run('/usr/bin/avifenc', [...flags, await plain(file, encoding), file]);
  },
  colours: patches,
  isHdr: transferIsHdr(codes),
});

const heic = (name: string, encoding: Encoding, codes: Codes): Source => ({
  name: `heic, ${name}`,
  format: 'heic',
  make: async (file) => {
    const flags = ['-q', '97', '-b', '10', '-p', 'chroma=444'];
    await run('/usr/bin/heif-enc', [...flags, '-o', file, await plain(file, encoding)]);
    await writeFile(file, withColourBox(await readFile(file), codes));
  },
  colours: patches,
  isHdr: transferIsHdr(codes),
});

const transferIsHdr = ({ transfer }: Codes) => transfer === 16 || transfer === 18;

const jxl = (name: string, encoding: Encoding, space: string, isHdr = false): Source => ({
  name: `jxl, ${name}`,
  format: 'jxl',
  make: async (file) =>
    run('/usr/bin/cjxl', [await plain(file, encoding), file, '-d', '0', '-x', `color_space=${space}`]),
  colours: patches,
  isHdr,
});

const qoi: Source = {
  name: 'qoi, linear',
  format: 'qoi',
  make: async (file) => {
    await writeFile(`${file}.png`, patchesPng({ space: 'srgb', curve: 'linear' }, { bits: 8 }));
    await run('/usr/bin/ffmpeg', [
      '-v',
      'error',
      '-y',
      '-i',
      `${file}.png`,
      '-c:v',
      'qoi',
      '-f',
      'image2',
      '-update',
      '1',
      file,
    ]);
    const bytes = await readFile(file);
    bytes[13] = 1;
    await writeFile(file, bytes);
  },
  colours: patches,
};

export const pq: Encoding = { space: 'bt2020', curve: 'pq' };
export const hlg: Encoding = { space: 'bt2020', curve: 'hlg' };
export const p3: Encoding = { space: 'p3', curve: 'srgb' };

export const pictures: readonly Source[] = [
  png(
    'png, gray with gAMA 1.0',
    { space: 'srgb', curve: 'linear' },
    { bits: 8, isGray: true, chunks: [gammaChunk(1)], colours: grays },
  ),
  png('png, gAMA 1.0', { space: 'srgb', curve: 'linear' }, { bits: 16, chunks: [gammaChunk(1)] }),
  png(
    'png, gAMA 2.2 and cHRM',
    { space: 'p3', curve: 'gamma22' },
    { bits: 8, chunks: [gammaChunk(2.2), p3Chunk] },
  ),
  png('png, cICP of Display P3', p3, { bits: 8, chunks: [codesChunk(12, 13)] }),
  png('png, cICP of PQ', pq, { bits: 16, chunks: [codesChunk(9, 16)] }, { isHdr: true }),
  png('png, cICP of HLG', hlg, { bits: 16, chunks: [codesChunk(9, 18)] }, { isHdr: true }),
  ...['jpg', 'png', 'tiff'].flatMap((format) => [
    profiled(format, 'a98.icc'),
    profiled(format, 'ps_gray.icc', grays),
  ]),
  // The tolerance is large, because pdftoppm, which reads PDF results, applies no profile to CMYK.
  { ...profiled('jpg', 'default_cmyk.icc', inks), isInexact: true, tolerance: 13 },
  { ...profiled('tiff', 'default_cmyk.icc', inks), isInexact: true },
  avif('Display P3', p3, { primaries: 12, transfer: 13, matrix: 6 }),
  avif('BT.709, limited', srgb, { primaries: 1, transfer: 13, matrix: 1, isLimited: true }),
  avif('BT.601', srgb, { primaries: 1, transfer: 13, matrix: 6 }),
  avif('PQ', pq, { primaries: 9, transfer: 16, matrix: 9 }),
  avif('HLG, limited', hlg, { primaries: 9, transfer: 18, matrix: 9, isLimited: true }),
  heic('Display P3', p3, { primaries: 12, transfer: 13, matrix: 6 }),
  heic('PQ', pq, { primaries: 9, transfer: 16, matrix: 6 }),
  heic('HLG', hlg, { primaries: 9, transfer: 18, matrix: 6 }),
  jxl('Display P3', p3, 'RGB_D65_DCI_Rel_SRG'),
  jxl('PQ', pq, 'RGB_D65_202_Rel_PeQ', true),
  jxl('HLG', hlg, 'RGB_D65_202_Rel_HLG', true),
  qoi,
];
