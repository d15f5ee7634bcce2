/**
 * Samples of image formats with the picture of `picture.ts`. If possible, a sample is written by test code, or by a
 * tool that Protean does not use to read the format.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import * as cameras from './image-camera.ts';
import { cr3 } from './image-cr3.ts';
import { dng } from './image-raw.ts';
import * as bytes from './image-bytes.ts';
import { icns, psd, qoi } from './image-packed.ts';
import { exr, hdr, dpx } from './image-light.ts';
import { apng, png } from './image-png.ts';
import { xcf } from './image-gimp.ts';
import { drawnPicture } from '../documents/exchange-drawing.ts';
import { emf, wmf } from './metafile.ts';
import { frames, pageCount, picture } from './picture.ts';
import { run } from '../run.ts';
import type { SampleMaker, SampleMakers } from '../samples.ts';
import { magickProgram } from '@protean/engines/contract/imagemagick-programs.ts';

const onWhite = ['-background', 'white', '-alpha', 'remove', '-alpha', 'off'];

export const images: SampleMakers = {
  png: (file) => writeFile(file, png(picture())),
  apng: (file) => writeFile(file, apng(turned(frames.count), frames)),
  jpg: magick('jpeg', ...onWhite, '-quality', '95', '-sampling-factor', '1x1'),
  gif: movement('gif'),
  webp: looped(movement('webp', '-define', 'webp:lossless=true')),
  tiff: several(pageCount, 'tiff', '-compress', 'zip'),
  avif: heif('--avif', '-L', '-p', 'chroma=444'),
  heic: burst('-q', '90', '-p', 'chroma=444'),
  jxl: fromPng((png, file) => ['/usr/bin/cjxl', png, file, '--distance', '0', '--quiet']),
  jp2: magick('jp2', '-quality', '100'),
  j2k: magick('j2k', '-quality', '100'),
  jls: ffmpeg('-c:v', 'jpegls', '-pix_fmt', 'rgb24', '-f', 'image2'),

  exr: (file) => writeFile(file, exr(picture())),
  hdr: (file) => writeFile(file, hdr(picture())),
  dpx: (file) => writeFile(file, dpx(picture())),
  dng: (file) => writeFile(file, dng(picture())),
  cr2: (file) => writeFile(file, cameras.cr2(picture())),
  cr3: (file) => writeFile(file, cr3(picture(), cameras.model)),
  ...Object.fromEntries(
    Object.entries(cameras.plainRaws).map(([ext, written]) => [
      ext,
      (file: string) => writeFile(file, written(picture())),
    ]),
  ),
  arw: (file) => writeFile(file, cameras.arw(picture())),
  sr2: (file) => writeFile(file, cameras.arw(picture())),
  raf: (file) => writeFile(file, cameras.raf(picture())),
  orf: (file) => writeFile(file, cameras.orf(picture())),
  rw2: (file) => writeFile(file, cameras.rw2(picture())),
  psd: (file) => writeFile(file, psd(picture(), 1)),
  psb: (file) => writeFile(file, psd(picture(), 2)),
  xcf: (file) => writeFile(file, xcf(picture())),
  qoi: (file) => writeFile(file, qoi(picture())),
  icns: (file) => writeFile(file, icns(picture())),

  bmp: (file) => writeFile(file, bytes.bmp(picture())),
  ico: (file) => writeFile(file, bytes.ico(picture(), 1)),
  cur: (file) => writeFile(file, bytes.ico(picture(), 2)),
  tga: (file) => writeFile(file, bytes.tga(picture())),
  dds: (file) => writeFile(file, bytes.dds(picture())),
  miff: (file) => writeFile(file, bytes.miff(picture())),
  ppm: (file) => writeFile(file, bytes.ppm(picture())),
  pnm: (file) => writeFile(file, bytes.ppm(picture())),
  pgm: (file) => writeFile(file, bytes.pgm(picture())),
  pbm: (file) => writeFile(file, bytes.pbm(picture())),
  wbmp: (file) => writeFile(file, bytes.wbmp(picture())),
  pam: (file) => writeFile(file, bytes.pam(picture())),
  xpm: (file) => writeFile(file, bytes.xpm(picture())),
  xbm: (file) => writeFile(file, bytes.xbm(picture())),
  svg: (file) => writeFile(file, bytes.svg()),
  svgz: (file) => writeFile(file, gzipSync(bytes.svg())),
  dxf: (file) => writeFile(file, drawnPicture()),
  emf: (file) => writeFile(file, emf()),
  wmf: (file) => writeFile(file, wmf()),
  pcx: ffmpegOpaque('-c:v', 'pcx', '-f', 'image2'),
  sgi: ffmpeg('-c:v', 'sgi', '-pix_fmt', 'rgba', '-f', 'image2'),
  ras: ffmpegOpaque('-c:v', 'sunrast', '-f', 'image2'),
  xwd: ffmpegOpaque('-c:v', 'xwd', '-f', 'image2'),
  // No other available tool writes this format.
  pict: magick('pict', ...onWhite),
};

const turned = (count: number) => Array.from({ length: count }, (_, turn) => picture(turn));

function fromPng(command: (png: string, file: string) => string[]): SampleMaker {
  return async (file, sample) => {
    const [program = '', ...args] = command(await sample('png'), file);
    await run(program, args);
  };
}

function magick(codec: string, ...flags: string[]): SampleMaker {
  return fromPng((png, file) => [magickProgram('convert'), png, ...flags, `${codec}:${file}`]);
}

function heif(...flags: string[]): SampleMaker {
  return fromPng((png, file) => ['/usr/bin/heif-enc', ...flags, '-o', file, png]);
}

/** Makes a file with two pictures, like a phone in burst mode. The first picture is the primary picture. */
function burst(...flags: string[]): SampleMaker {
  return async (file, sample) => {
    const second = `${file}.1.png`;
    await writeFile(second, png(picture(1)));
    await run('/usr/bin/heif-enc', [...flags, '-o', file, await sample('png'), second]);
  };
}

function ffmpeg(...flags: string[]): SampleMaker {
  return fromPng((png, file) => [
    '/usr/bin/ffmpeg',
    '-v',
    'error',
    '-i',
    png,
    ...flags,
    '-update',
    '1',
    '-y',
    file,
  ]);
}

/**
 * Makes opaque samples with ffmpeg. ffmpeg ignores transparency and shows the stored colour of transparent pixels,
 * which is white in the sample picture.
 */
function ffmpegOpaque(...flags: string[]): SampleMaker {
  return ffmpeg('-pix_fmt', 'rgb24', ...flags);
}

function movement(codec: string, ...flags: string[]): SampleMaker {
  return several(
    frames.count,
    codec,
    ...flags,
    '-dispose',
    'background',
    '-loop',
    String(frames.plays),
    '-delay',
    String(frames.milliseconds / 10),
  );
}

/**
 * Returns a function that makes the sample and then sets the number of plays in the file. ImageMagick always writes a
 * WebP that plays forever.
 */
function looped(make: SampleMaker): SampleMaker {
  return async (file, sample) => {
    await make(file, sample);
    const bytes = await readFile(file);
    bytes.writeUInt16LE(frames.plays, bytes.indexOf('ANIM') + 12);
    await writeFile(file, bytes);
  };
}

/** Makes a file with `count` pictures. From picture to picture, the colours move by one block. */
function several(count: number, codec: string, ...flags: string[]): SampleMaker {
  return async (file) => {
    const names = turned(count).map((_, turn) => `${file}.${turn}.png`);
    await Promise.all(turned(count).map((shown, turn) => writeFile(names[turn] ?? file, png(shown))));
    await run(magickProgram('convert'), [...flags, ...names, `${codec}:${file}`]);
  };
}
