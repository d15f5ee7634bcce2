/**
 * Makes pictures of the colour patches of patches.ts in formats that rarely declare colours, or that declare colours in
 * unusual ways.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { magickProgram } from '@protean/engines/contract/imagemagick-programs.ts';
import { exr, hdr } from '../../../samples/pictures/image-light.ts';
import { run } from '../../../samples/run.ts';
import {
  chunk,
  codesChunk,
  gammaChunk,
  grays,
  inks,
  patches,
  patchesPng,
  samplesOf,
  side,
  type Chunk,
  type Encoding,
  type Rgb,
} from './patches.ts';
import { hlg, plain, pq, profiled, script, srgb, type Source } from './sources.ts';

const linear: Encoding = { space: 'srgb', curve: 'linear' };

type Program = (png: string, file: string) => readonly [program: string, args: readonly string[]];

const byMagick =
  (...flags: readonly string[]): Program =>
  (png, file) => [magickProgram('convert'), [png, ...flags, file]];

const byFfmpeg =
  (...flags: readonly string[]): Program =>
  (png, file) => ['/usr/bin/ffmpeg', ['-v', 'error', '-y', '-i', png, ...flags, file]];

/** Returns a source (a picture to test with). `program` converts an 8-bit sRGB PNG to `format`. */
const written = (format: string, program: Program, more: Partial<Source> = {}): Source => ({
  name: format,
  format,
  make: async (file) => {
    await writeFile(`${file}.plain.png`, patchesPng(srgb, { bits: 8, colours: more.colours ?? patches }));
    await run(...program(`${file}.plain.png`, file));
  },
  colours: patches,
  ...more,
});

/**
 * Returns a source in `format` with one of Ghostscript's colour profiles. `program` converts a PNG that has this
 * profile, and keeps the profile.
 */
const profiledBy = (
  format: string,
  profile: string,
  program: Program,
  more: Partial<Source> = {},
): Source => ({
  name: `${format} with ${profile}`,
  format,
  make: async (file) => {
    await profiled('png', profile, more.colours).make(`${file}.profiled.png`);
    await run(...program(`${file}.profiled.png`, file));
  },
  colours: patches,
  ...more,
});

/**
 * Returns a TIFF source. `kind` is the sample type: a Pillow mode such as `CMYK`, `gray`, or `float` (linear light).
 */
const tiff = (kind: string, colours: readonly Rgb[] = patches, tolerance = 0): Source => ({
  name: `tiff of ${kind}`,
  format: 'tiff',
  make: async (file) => {
    await writeFile(`${file}.plain.png`, patchesPng(srgb, { bits: 8, colours }));
    await run('/usr/bin/python3', [script, 'tiff', `${file}.plain.png`, file, kind]);
  },
  colours,
  tolerance,
});

/** Returns an APNG source with two frames that show the patches. `chunks` are inserted before the first frame. */
const apng = (name: string, encoding: Encoding, chunks: readonly Chunk[], isHdr = false): Source => ({
  name: `apng, ${name}`,
  format: 'apng',
  make: async (file) => {
    const png = await plain(file, encoding);
    // The second frame is mirrored, because FFmpeg would merge equal frames.
    const second = ['-filter_complex', '[0]split[a][b];[b]hflip[c];[a][c]concat=n=2'];
    const coding = ['-f', 'apng', '-plays', '0', '-pix_fmt', 'rgb48be'];
    await run('/usr/bin/ffmpeg', ['-v', 'error', '-y', '-i', png, ...second, ...coding, file]);
    await writeFile(file, withChunks(await readFile(file), chunks));
  },
  colours: patches,
  isHdr,
});

const afterHead = 33;

function withChunks(png: Buffer, chunks: readonly Chunk[]): Buffer {
  const added = chunks.map(({ name, content }) => chunk(name, content));
  return Buffer.concat([png.subarray(0, afterHead), ...added, png.subarray(afterHead)]);
}

const bitmap = (name: string, encoding: Encoding, header: Buffer): Source => ({
  name: `bmp, ${name}`,
  format: 'bmp',
  make: (file) => writeFile(file, bmpOf(encoding, header)),
  colours: patches,
});

/**
 * Returns a 24-bit BMP file. `info` is the info header of the file. This function writes the size and depth of the
 * picture into `info`.
 */
function bmpOf(encoding: Encoding, info: Buffer): Buffer {
  const pixels = bgrOf(encoding);
  info.writeInt32LE(side * patches.length, 4);
  info.writeInt32LE(side, 8);
  info.writeUInt16LE(1, 12);
  info.writeUInt16LE(24, 14);
  info.writeUInt32LE(pixels.length, 20);
  const start = Buffer.alloc(14);
  start.write('BM');
  start.writeUInt32LE(14 + info.length + pixels.length, 2);
  start.writeUInt32LE(14 + info.length, 10);
  return Buffer.concat([start, info, pixels]);
}

function bgrOf(encoding: Encoding): Buffer {
  const samples = patches.map((colour) =>
    samplesOf(colour, encoding).map((sample) => Math.round(255 * sample)),
  );
  const line = Buffer.concat(
    samples.flatMap(([r = 0, g = 0, b = 0]) => Array<Buffer>(side).fill(Buffer.from([b, g, r]))),
  );
  return Buffer.concat(Array<Buffer>(side).fill(line));
}

/**
 * Returns a BMP info header of version 4 that declares calibrated colours: the primaries of sRGB and linear samples.
 */
function calibrated(): Buffer {
  const head = Buffer.alloc(108);
  head.writeUInt32LE(108, 0);
  const points = [0.64, 0.33, 0.03, 0.3, 0.6, 0.1, 0.15, 0.06, 0.79];
  for (const [n, value] of points.entries()) head.writeInt32LE(Math.round(value * 2 ** 30), 60 + 4 * n);
  for (const at of [96, 100, 104]) head.writeUInt32LE(0x10000, at);
  return head;
}

/** Returns the patches as 8-bit pixels with alpha, which the functions `exr` and `hdr` encode. */
const pictureOf = (colours: readonly Rgb[]) => ({
  width: side * colours.length,
  height: side,
  pixels: Buffer.concat(
    Array<Buffer>(side).fill(
      Buffer.concat(colours.flatMap((colour) => Array<Buffer>(side).fill(Buffer.from([...colour, 255])))),
    ),
  ),
});

const light = (format: string, write: (picture: ReturnType<typeof pictureOf>) => Buffer): Source => ({
  name: format,
  format,
  make: (file) => writeFile(file, write(pictureOf(patches))),
  colours: patches,
});

/** An OpenEXR file with a header that declares the primaries of BT.2020. */
const wideExr: Source = {
  name: 'exr, chromaticities of BT.2020',
  format: 'exr',
  make: async (file) => {
    const wide = patches.map((colour) =>
      samplesOf(colour, { space: 'bt2020', curve: 'srgb' }).map((sample) => Math.round(255 * sample)),
    );
    const points = [0.708, 0.292, 0.17, 0.797, 0.131, 0.046, 0.3127, 0.329];
    await writeFile(file, exr(pictureOf(wide as unknown as Rgb[]), points));
  },
  colours: patches,
  tolerance: 2,
};

/** A DPX file with a header that declares film density (logarithmic samples). */
const filmDpx: Source = {
  name: 'dpx, logarithmic',
  format: 'dpx',
  make: async (file) => {
    const png = await plain(file, { space: 'srgb', curve: 'film' });
    await run(
      ...byFfmpeg('-pix_fmt', 'rgb48be', '-frames:v', '1', '-f', 'image2', '-update', '1')(png, file),
    );
    const content = await readFile(file);
    content[801] = 3;
    await writeFile(file, content);
  },
  colours: patches,
};

export const rareSources: readonly Source[] = [
  wideExr,
  filmDpx,
  ...['bmp', 'tga', 'pcx', 'psd', 'psb', 'miff', 'ppm', 'pnm', 'pam', 'xpm', 'xwd', 'sgi', 'gif', 'jp2'].map(
    (format) =>
      written(format, byMagick(...(format === 'pcx' || format === 'tga' ? ['-type', 'TrueColor'] : []))),
  ),
  ...['jls', 'qoi', 'dpx', 'ras'].map((format) =>
    written(
      format,
      byFfmpeg(
        '-frames:v',
        '1',
        '-f',
        'image2',
        '-update',
        '1',
        ...(format === 'jls' ? ['-c:v', 'jpegls'] : []),
      ),
    ),
  ),
  written(
    'psd',
    byMagick(
      '-profile',
      '/usr/share/color/icc/ghostscript/srgb.icc',
      '-profile',
      '/usr/share/color/icc/ghostscript/default_cmyk.icc',
    ),
    {
      name: 'psd of CMYK with a profile',
      colours: inks,
      isInexact: true,
    },
  ),
  written('webp', byFfmpeg('-c:v', 'libwebp', '-lossless', '1')),
  written('pdf', (png, file) => ['/usr/bin/img2pdf', ['-o', file, png]]),
  light('exr', (picture) => exr(picture)),
  light('hdr', hdr),
  profiled('webp', 'a98.icc'),
  // The steps between the values of 8-bit ProPhoto RGB are large, so the colours are inexact.
  { ...profiled('jpg', 'rommrgb.icc'), isInexact: true },
  profiledBy('psd', 'a98.icc', byMagick()),
  profiledBy('miff', 'a98.icc', byMagick()),
  profiledBy('avif', 'a98.icc', (png, file) => [
    '/usr/bin/avifenc',
    ['--min', '0', '--max', '4', '-s', '9', png, file],
  ]),
  profiledBy('heic', 'a98.icc', (png, file) => [
    '/usr/bin/heif-enc',
    ['-q', '97', '-p', 'chroma=444', '-o', file, png],
  ]),
  profiledBy('jxl', 'a98.icc', (png, file) => ['/usr/bin/cjxl', [png, file, '-d', '0.3']]),
  profiledBy('jxl', 'a98.icc', (png, file) => ['/usr/bin/cjxl', [png, file, '-d', '0']], {
    name: 'jxl with a98.icc, lossless',
  }),
  profiledBy('pdf', 'a98.icc', (png, file) => ['/usr/bin/img2pdf', ['-o', file, png]]),
  tiff('float', patches),
  tiff('LAB', patches, 3),
  tiff('YCbCr', patches, 3),
  tiff('CMYK', inks, 40),
  tiff('gray', grays),
  apng('gAMA 1.0', linear, [gammaChunk(1)]),
  apng('cICP of PQ', pq, [codesChunk(9, 16)], true),
  apng('cICP of HLG', hlg, [codesChunk(9, 18)], true),
  bitmap('version 4, linear', linear, calibrated()),
];
