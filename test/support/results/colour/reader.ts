/**
 * Reads the colours of results with Pillow. Formats that `decoders` lists are first converted to PNG with other
 * programs.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { magickProgram } from '@protean/engines/contract/imagemagick-programs.ts';
import { run } from '../../../samples/run.ts';
import type { Curve, Encoding, Space } from './patches.ts';
import { script } from './sources.ts';

/**
 * Returns the sRGB colour in the middle of each of `count` patches. For an HDR picture, returns the samples without
 * conversion.
 */
export async function coloursIn(file: string, count: number): Promise<number[][]> {
  const shown = await readable(file);
  const { stdout } = await run('/usr/bin/python3', [
    script,
    ...((await highRangeOf(file)) ? ['samples'] : ['colours']),
    shown,
    String(count),
  ]);
  return JSON.parse(stdout.toString()) as number[][];
}

/** Returns the colour in the middle of each patch, as Pillow reads it, converted from the file's profile to sRGB. */
export async function storedColours(file: string, count: number): Promise<number[][]> {
  const { stdout } = await run('/usr/bin/python3', [script, 'colours', file, String(count)]);
  return JSON.parse(stdout.toString()) as number[][];
}

async function readable(file: string): Promise<string> {
  const to = `${file}.read.png`;
  const decode = decoders[path.extname(file).slice(1)];
  if (decode) await run(...decode(file, to));
  return decode ? to : file;
}

type Decoder = (file: string, png: string) => [program: string, args: string[]];

const byMagick: Decoder = (file, to) => [magickProgram('convert'), [`${file}[0]`, to]];
const byFfmpeg: Decoder = (file, to) => [
  '/usr/bin/ffmpeg',
  ['-v', 'error', '-y', '-i', file, '-frames:v', '1', to],
];
const byHeif: Decoder = (file, to) => ['/usr/bin/heif-convert', [file, to]];

const byGhostscript: Decoder = (file, to) => [
  '/usr/bin/gs',
  [
    '-q',
    '-dSAFER',
    '-dBATCH',
    '-dNOPAUSE',
    '-dEPSCrop',
    '-r72',
    '-sDEVICE=png16m',
    `-sOutputFile=${to}`,
    file,
  ],
];

const decoders: Readonly<Record<string, Decoder>> = {
  heic: byHeif,
  avif: (file, to) => ['/usr/bin/avifdec', [file, to]],
  jxl: (file, to) => ['/usr/bin/djxl', [file, to]],
  qoi: byFfmpeg,
  // Ignores the transfer function in the header and reads the samples as sRGB, as video players do.
  dpx: (file, to) => [
    '/usr/bin/ffmpeg',
    ['-v', 'error', '-y', '-i', file, '-vf', 'setparams=color_trc=iec61966-2-1', '-frames:v', '1', to],
  ],
  jls: byFfmpeg,
  exr: (file, to) => [
    '/usr/bin/ffmpeg',
    ['-v', 'error', '-y', '-apply_trc', 'iec61966_2_1', '-i', file, '-pix_fmt', 'rgb24', to],
  ],
  hdr: (file, to) => [magickProgram('convert'), [file, '-colorspace', 'sRGB', to]],
  xwd: byMagick,
  pict: byMagick,
  svg: (file, to) => ['/usr/bin/rsvg-convert', ['-o', to, file]],
  ps: byGhostscript,
  eps: byGhostscript,
  psd: byMagick,
  tiff: byMagick,
  jp2: byMagick,
  j2k: byMagick,
  psb: byMagick,
  miff: byMagick,
  sgi: byMagick,
  ras: byFfmpeg,
  xpm: byMagick,
  pnm: byMagick,
  pam: byMagick,
  dds: byMagick,
  pdf: (file, to) => [
    '/usr/bin/pdftoppm',
    ['-png', '-r', '72', '-singlefile', file, to.replace(/\.png$/, '')],
  ],
};

const spaces: Readonly<Record<number, Space>> = { 1: 'srgb', 9: 'bt2020', 12: 'p3' };
const curves: Readonly<Record<number, Curve>> = { 16: 'pq', 18: 'hlg' };

/**
 * Returns the encoding that an HDR result declares, or undefined for other results. {@link coloursIn} does not convert
 * the samples of HDR results.
 */
export async function highRangeOf(file: string): Promise<Encoding | undefined> {
  const [primaries, transfer] = await codesIn(file);
  const [space, curve] = [spaces[primaries ?? 2], curves[transfer ?? 2]];
  return space && curve ? { space, curve } : undefined;
}

async function codesIn(file: string): Promise<readonly number[]> {
  const format = path.extname(file).slice(1);
  const content = await readFile(file);
  if (format === 'png' || format === 'apng') {
    const at = content.indexOf('cICP', 0, 'latin1');
    return at < 0 ? [] : [...content.subarray(at + 4, at + 6)];
  }
  if (format === 'avif' || format === 'heic') {
    const at = content.indexOf('nclx', 0, 'latin1');
    return at < 0 ? [] : [content.readUInt16BE(at + 4), content.readUInt16BE(at + 6)];
  }
  if (format !== 'jxl') return [];
  const { stdout } = await run('/usr/bin/jxlinfo', [file]);
  const info = stdout.toString();
  const transfer = info.includes('PQ transfer') ? 16 : info.includes('HLG transfer') ? 18 : 2;
  return [info.includes('Rec.2100 primaries') ? 9 : info.includes('P3 primaries') ? 12 : 1, transfer];
}
