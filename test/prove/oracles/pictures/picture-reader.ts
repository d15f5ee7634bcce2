/** Reads the pictures in a file, if possible with a tool that no engine uses to write the format. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Picture } from '../../../samples/pictures/picture.ts';
import { qoi, xpm } from './picture-decoders.ts';
import { drawShapes, readDxf } from './drawing-reader.ts';
import { readWmf } from './wmf-reader.ts';
import { python, run } from '../../../samples/run.ts';
import { magickProgram } from '@protean/engines/contract/imagemagick-programs.ts';

export interface Frame extends Picture {
  /** Display duration in milliseconds. The duration is 0 for a still picture. */
  milliseconds: number;
  /**
   * How many times the animation plays. The value 0 means that the animation repeats forever. The property is absent if
   * the reader does not report the number of plays.
   */
  plays?: number;
}

type PictureReader = (file: string, ext: string) => Promise<Frame[]>;

/** Format names for Pillow. If a name is given, Pillow does not detect the format from the content of the file. */
const pillowNames: Readonly<Record<string, string>> = {
  ...{
    jpg: 'JPEG',
    png: 'PNG',
    apng: 'PNG',
    gif: 'GIF',
    webp: 'WEBP',
    tiff: 'TIFF',
    bmp: 'BMP',
    ico: 'ICO',
    icns: 'ICNS',
  },
  ...{
    tga: 'TGA',
    ppm: 'PPM',
    pnm: 'PPM',
    pgm: 'PPM',
    pbm: 'PPM',
    pcx: 'PCX',
    dds: 'DDS',
    xpm: 'XPM',
    xbm: 'XBM',
  },
  ...{ sgi: 'SGI', ras: 'SUN' },
};

/** Makes djxl write sRGB. By default, djxl writes linear light and an ICC profile. */
const screen = ['--color_space=RGB_D65_SRG_Rel_SRG'];

const others: Readonly<Record<string, PictureReader>> = {
  ...Object.fromEntries(
    ['psd', 'xwd', 'pam', 'xbm', 'dpx', 'jls', 'jp2', 'j2k'].map((ext) => [ext, byFfmpeg]),
  ),
  ...Object.fromEntries(['miff', 'pict', 'psb', 'hdr', 'wbmp'].map((ext) => [ext, byImageMagick])),
  avif: async (file, ext) => ((await hasTracks(file)) ? bySequence(file) : through('png', heif)(file, ext)),
  heic: through('png', heif),
  // djxl writes an animation as APNG.
  jxl: through('png', (file, png) => ['/usr/bin/djxl', file, png, '--quiet', ...screen]),
  exr: byVips,
  ...Object.fromEntries(['svg', 'svgz', 'emf'].map((ext) => [ext, byDrawing])),
  wmf: async (file) => [{ ...readWmf(await readFile(file)), milliseconds: 0 }],
  dxf: async (file) => [{ ...(await readDxf(file)), milliseconds: 0 }],
  qoi: async (file) => [{ ...qoi(await readFile(file)), milliseconds: 0 }],
  xpm: async (file) => [{ ...xpm(await readFile(file, 'latin1')), milliseconds: 0 }],
};

/** Reads every picture in the file, in order. */
export function readPictures(file: string, ext: string): Promise<Frame[]> {
  const reader = others[ext] ?? byPillow;
  return reader(file, ext);
}

function heif(file: string, png: string): string[] {
  // heif-convert adds a number to the name of the output file if the input file has several pictures.
  const script = 'heif-convert --quiet "$1" "$2" && { [ -e "$2" ] || mv "${2%.png}-1.png" "$2"; }';
  return ['/bin/sh', '-c', script, 'sh', file, png];
}

const pillow = `
import io, sys
from PIL import Image, ImageSequence
data = open(sys.argv[1], 'rb').read()
name = sys.argv[2]
image = Image.open(io.BytesIO(data), formats=[name])
loop = image.info.get('loop', -1)
plays = loop + 1 if name == 'GIF' and loop > 0 else abs(loop)
for frame in ImageSequence.Iterator(image):
    if frame.mode.startswith('I'):
        frame = frame.point(lambda value: value / 257).convert('L')
    shown = frame.convert('RGBA')
    print('%d %d %d %d' % (*shown.size, frame.info.get('duration', 0), plays))
    sys.stdout.flush()
    sys.stdout.buffer.write(shown.tobytes())
    sys.stdout.buffer.flush()
`;

async function byPillow(file: string, ext: string): Promise<Frame[]> {
  const { stdout } = await python(pillow, [file, pillowNames[ext] ?? ext.toUpperCase()]);
  return split(stdout, /^(\d+) (\d+) (\d+) (\d+)\n/);
}

async function byImageMagick(file: string, ext: string): Promise<Frame[]> {
  const flags = ['-colorspace', 'sRGB', '-type', 'TrueColorAlpha', '-depth', '8', '+set', 'comment'];
  const { stdout } = await run(magickProgram('convert'), [
    `${ext}:${file}${ext === 'psb' ? '[0]' : ''}`,
    ...flags,
    'pam:-',
  ]);
  return split(stdout, pam);
}

const hasTracks = async (file: string) => (await readFile(file)).includes('moov');

/**
 * Returns the indexes of the colour track and the alpha track of an AVIF sequence. The colour track and the alpha track
 * are the tracks with the most frames. FFmpeg 7 also lists still pictures, which have only one frame.
 */
async function tracksOf(file: string): Promise<readonly number[]> {
  const listed = ['-show_entries', 'stream=index,nb_frames', '-of', 'csv=p=0', file];
  const rows = String((await run('/usr/bin/ffprobe', ['-v', 'error', ...listed])).stdout)
    .trim()
    .split('\n')
    .map((line) => line.split(',').map(Number));
  const most = Math.max(...rows.map(([, frames = 0]) => frames));
  return rows
    .filter(([, frames]) => frames === most)
    .map(([index = 0]) => index)
    .slice(-2);
}

/**
 * Returns the frames of an AVIF sequence, with the second track as alpha. The number of plays is absent, because no
 * available tool reads it.
 */
async function bySequence(file: string): Promise<Frame[]> {
  const [main, alpha] = await tracksOf(file);
  const listed = [
    '-select_streams',
    `${main}`,
    '-show_entries',
    'packet=duration_time',
    '-of',
    'csv=p=0',
    file,
  ];
  const times = String((await run('/usr/bin/ffprobe', ['-v', 'error', ...listed])).stdout)
    .trim()
    .split('\n');
  const written = ['-fps_mode', 'passthrough', '-c:v', 'pam', '-pix_fmt', 'rgba', '-f', 'image2pipe', '-'];
  const merged = ['-filter_complex', `[0:${main}][0:${alpha}]alphamerge`];
  const { stdout } = await run('/usr/bin/ffmpeg', ['-v', 'error', '-i', file, ...merged, ...written]);
  return split(stdout, pam).map((frame, n) => ({
    ...frame,
    milliseconds: Math.round(Number(times[n]) * 1000),
  }));
}

async function byFfmpeg(file: string): Promise<Frame[]> {
  const { stdout } = await run('/usr/bin/ffmpeg', [
    '-v',
    'error',
    '-i',
    file,
    '-c:v',
    'pam',
    '-pix_fmt',
    'rgba',
    '-f',
    'image2pipe',
    '-',
  ]);
  return split(stdout, pam);
}

/**
 * Reads OpenEXR with libvips, and converts linear light to sRGB. Removes the premultiplication by alpha first, because
 * transparency would otherwise darken the colours.
 */
async function byVips(file: string): Promise<Frame[]> {
  return inScratch(async (dir) => {
    await run('/usr/bin/vips', ['openexrload', file, `${dir}/light.v`]);
    await run('/usr/bin/vips', ['unpremultiply', `${dir}/light.v`, `${dir}/clear.v`]);
    await run('/usr/bin/vips', ['colourspace', `${dir}/clear.v`, `${dir}/shown.png`, 'srgb']);
    return byPillow(`${dir}/shown.png`, 'png');
  });
}

function through(ext: string, command: (file: string, to: string) => string[]): PictureReader {
  return (file) =>
    inScratch(async (dir) => {
      const [program = '', ...args] = command(file, `${dir}/read.${ext}`);
      await run(program, args);
      return byPillow(`${dir}/read.${ext}`, ext);
    });
}

function byDrawing(file: string, ext: string): Promise<Frame[]> {
  return inScratch(async (dir) => {
    await drawShapes(file, ext, `${dir}/read.png`, dir);
    return byPillow(`${dir}/read.png`, 'png');
  });
}

async function inScratch<Result>(work: (dir: string) => Promise<Result>): Promise<Result> {
  const dir = await mkdtemp(path.join(tmpdir(), 'protean-read-'));
  try {
    return await work(dir);
  } finally {
    await rm(dir, { recursive: true });
  }
}

const pam = /^P7\nWIDTH (\d+)\nHEIGHT (\d+)\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n/;

/**
 * Splits a stream of pictures. `pattern` captures the width and the height from each header, and optionally the
 * duration and the number of plays.
 */
function split(bytes: Buffer, pattern: RegExp): Frame[] {
  const frames: Frame[] = [];
  for (let at = 0; at < bytes.length;) {
    const header = pattern.exec(bytes.toString('latin1', at, at + 160));
    if (!header) throw new Error(`expected a picture header: ${bytes.toString('latin1', at, at + 80)}`);
    const [width, height] = [Number(header[1]), Number(header[2])];
    const start = at + header[0].length;
    at = start + width * height * 4;
    const plays = header[4] === undefined ? {} : { plays: Number(header[4]) };
    frames.push({
      width,
      height,
      milliseconds: Number(header[3] ?? 0),
      ...plays,
      pixels: bytes.subarray(start, at),
    });
  }
  return frames;
}
