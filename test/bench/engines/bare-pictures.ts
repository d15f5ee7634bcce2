/**
 * Draws a picture of 12 megapixels. Reads and writes this picture in each format with the engine of the format, without
 * Protean.
 */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import sharp, { type Sharp } from 'sharp';
import { joinPngData } from '../../../packages/engines/tools/img2pdf/single-idat.ts';
import { magickProgram } from '@protean/engines/contract/imagemagick-programs.ts';

/** Runs a program without a timeout, because writing a HEIC file takes minutes on a busy machine. */
const run = promisify(execFile);

const [width, height] = [4032, 3024];

/** The drawn picture, in each form that an engine needs as its input. */
export interface BarePicture {
  pixels: Buffer;
  /** Path of a TIFF file, which libvips reads. */
  tiff: string;
  /** Path of a PPM file, which ImageMagick reads. */
  ppm: string;
}

/** Draws noise at 5 scales. A picture with noise at 5 scales is as hard to compress as a photograph. */
export async function drawPicture(dir: string): Promise<BarePicture> {
  const noises = await Promise.all(
    [60, 40, 25, 10, 3].map((sigma, n) => {
      const scale = [500, 64, 8, 2, 1][n] ?? 1;
      const size = { width: Math.ceil(width / scale), height: Math.ceil(height / scale) };
      const noise = { type: 'gaussian', mean: 128, sigma } as const;
      return sharp({ create: { ...size, channels: 3, background: 'gray', noise } })
        .resize(width, height, { fit: 'fill' })
        .raw()
        .toBuffer();
    }),
  );
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < pixels.length; at += 1) {
    const value = noises.reduce((sum, noise) => sum + (noise[at] ?? 0) - 128, 128);
    pixels[at] = Math.min(255, Math.max(0, value));
  }
  const [tiff, ppm] = [path.join(dir, 'bare.tiff'), path.join(dir, 'bare.ppm')];
  await open(pixels).tiff({ compression: 'none' }).toFile(tiff);
  await writeFile(ppm, Buffer.concat([Buffer.from(`P6 ${width} ${height} 255\n`), pixels]));
  return { pixels, tiff, ppm };
}

const open = (pixels: Buffer) => sharp(pixels, { raw: { width, height, channels: 3 } });

interface BareEngine {
  read?: (file: string) => Promise<unknown>;
  /** If `exact` is true, PDF uses lossless compression. The engines of all formats except PDF ignore `exact`. */
  write: (picture: BarePicture, file: string, exact: boolean) => Promise<unknown>;
}

const bySharp = (write: (image: Sharp) => Sharp): BareEngine => ({
  read: (file) => sharp(file).raw().toBuffer(),
  write: ({ pixels }, file) => write(open(pixels)).toFile(file),
});

// The copy of libvips in sharp's package sets VIPSHOME to a folder of this package. If VIPSHOME were set, Debian's
// libvips would not find its codecs.
const vips = (...args: readonly string[]) => run('/usr/bin/env', ['-u', 'VIPSHOME', 'vips', ...args]);

const byVips = (loader: string, saver: string, ...flags: readonly string[]): BareEngine => ({
  read: (file) => vips(loader, file, `${file}.v`),
  write: ({ tiff }, file) => vips(saver, tiff, file, ...flags),
});

const byMagick = (coder: string, ...flags: readonly string[]): BareEngine => ({
  read: (file) => run(magickProgram('convert'), [file, 'null:']),
  write: ({ ppm }, file) => run(magickProgram('convert'), [ppm, ...flags, `${coder}:${file}`]),
});

/** The engine of each format, with the settings that Protean uses for conversions without options. */
export const bareEngines: Readonly<Record<string, BareEngine>> = {
  jpg: bySharp((image) => image.jpeg({ quality: 88 })),
  png: bySharp((image) => image.png()),
  webp: bySharp((image) => image.webp({ quality: 85 })),
  gif: bySharp((image) => image.gif()),
  tiff: bySharp((image) => image.tiff({ compression: 'lzw', predictor: 'horizontal' })),
  avif: bySharp((image) => image.avif({ quality: 60, effort: 2 })),
  heic: byVips('heifload', 'heifsave', '--compression', 'hevc', '--Q', '65'),
  jxl: byVips('jxlload', 'jxlsave', '--effort', '5', '--Q', '90'),
  jp2: byVips('jp2kload', 'jp2ksave', '--Q', '60'),
  bmp: byMagick('bmp3'),
  psd: byMagick('psd', '-compress', 'none'),
  pdf: {
    write: async ({ pixels }, file, exact) => {
      const [page, png] = [`${file}.page`, `${file}.png`];
      if (exact) {
        await open(pixels).png().toFile(png);
        await joinPngData(png, page);
      } else await open(pixels).jpeg({ quality: 90 }).toFile(page);
      await run('/usr/bin/img2pdf', ['--engine', 'internal', '--output', file, page]);
    },
  },
};
