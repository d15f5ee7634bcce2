/**
 * ImageMagick: converts rarer raster formats. ImageMagick's security policy disables the coders of all formats that
 * Protean does not convert with ImageMagick.
 */
import { format } from '@protean/formats';
import { sourceDateEnv } from '../../contract/source-date-epoch.ts';
import { sandboxPaths } from '../../contract/sandbox-paths.ts';
import { defineEngine, runnerCommand, type Step } from '../../contract/engine.ts';
import { pictureOptions, pictureReasons } from '../../shared/image/picture-options.ts';
import type { Options } from '../../contract/options.ts';
import { imagemagickMounts, pictureMounts } from '../../contract/mounts.ts';

const srgb = '/usr/share/color/icc/ghostscript/srgb.icc';
const cmyk = '/usr/share/color/icc/ghostscript/default_cmyk.icc';

/** Common formats, which sharp converts into each other. ImageMagick converts between a common and a rare format. */
const common = ['jpg', 'png', 'webp', 'gif'];

const rare = [
  ...['bmp', 'ico', 'tga', 'pcx', 'psd', 'psb', 'dds', 'miff'],
  ...['ppm', 'pgm', 'pbm', 'pnm', 'pam', 'xpm', 'xbm', 'xwd', 'sgi', 'ras', 'pict', 'wbmp'],
];

/**
 * Rare formats that ImageMagick reads. Cursors are only read, because ImageMagick would write icons instead of
 * cursors. Sun rasters are only written, because ImageMagick misreads the colours of compressed Sun rasters.
 */
const readable = [...rare.filter((ext) => ext !== 'ras'), 'cur'];

/** Names of ImageMagick coders that differ from the extension of the format. */
const readers: Readonly<Record<string, string>> = { jpg: 'jpeg' };
const writers: Readonly<Record<string, string>> = { jpg: 'jpeg', bmp: 'bmp3', eps: 'eps3' };

const keepProfile = ['jpg', 'png', 'webp', 'tiff', 'psd', 'psb', 'miff'];

/** Ordered dithering keeps the tones of small areas, which error diffusion would change. */
const orderedDither = ['-ordered-dither', 'o8x8'];

/** Flags of individual targets, applied after the colour conversion. */
const targetFlags: Readonly<Record<string, readonly string[]>> = {
  pbm: orderedDither,
  xbm: orderedDither,
  wbmp: orderedDither,
  // Icons are at most 256 pixels wide.
  ico: ['-resize', '256x256>'],
  tiff: ['-compress', 'lzw'],
  // Without the type TrueColor, ImageMagick 7 would invert images with two colours.
  eps: ['-type', 'TrueColor', '-compress', 'zip'],
  // Some readers do not support compressed PSD files.
  psd: ['-type', 'TrueColorAlpha', '-compress', 'none'],
  psb: ['-type', 'TrueColorAlpha', '-compress', 'none'],
  // Without the type TrueColor, ImageMagick would invert an image with two colours.
  pcx: ['-type', 'TrueColor'],
  // Without the type TrueColorAlpha, a TGA image with equal channels would be written as gray, which many readers of
  // TGA do not expect.
  tga: ['-type', 'TrueColorAlpha'],
};

/** The lowest compression level of zlib is the fastest. */
const quickPng = ['-define', 'png:compression-level=1'];

const qualities: Readonly<Record<string, number>> = { jpg: 88, webp: 85, j2k: 75 };

export const imagemagick = defineEngine({
  id: 'imagemagick',
  title: 'ImageMagick',
  needs: [
    { command: ['convert-im7.q16', 'convert-im6.q16'], debian: 'imagemagick' },
    { command: srgb, debian: 'libgs-common' },
  ],
  mounts: [...pictureMounts, ...imagemagickMounts],
  edges: [
    {
      reads: readable,
      writes: ['jpg', 'png', 'gif', 'tiff', ...rare],
      cost: 2,
      options: pictureOptions,
    },
    { reads: common, writes: rare, cost: 2, options: pictureOptions },
    { reads: [...common, ...readable], writes: ['j2k'], cost: 3, options: pictureOptions },
    { reads: ['tiff'], writes: rare, cost: 2, options: pictureOptions, many: true },
    // The EPS file contains the image as pixels.
    { reads: [...common, ...readable], writes: ['eps'], cost: 2, loses: ['alpha'], options: pictureOptions },
    { reads: ['tiff'], writes: ['eps'], cost: 2, loses: ['alpha'], options: pictureOptions, many: true },
    { reads: ['tiff'], writes: ['j2k'], cost: 3, options: pictureOptions, many: true },
    // Fallback for GIF frames that exceed their canvas, and for gray TIFF images with 4 or 14 bits per sample.
    { reads: ['gif', 'tiff'], writes: ['png'], cost: 2, fallback: true, options: pictureOptions },
  ],
  reasons: pictureReasons,
  // The policy limits the memory for pixels to 900 MiB. The memory limit of the sandbox must exceed the policy's limit.
  limits: { memory: 1536 * 1024 * 1024 },
  // ImageMagick decompresses all texts of a PNG. The texts of a malicious PNG are a thousand times as large as the file.
  timeBudgetByFormat: { png: { ms: 20_000, perMegabyte: 2_000 } },
  env: {
    MAGICK_CONFIGURE_PATH: `${sandboxPaths.engines}/tools/imagemagick/policy`,
    ...sourceDateEnv,
  },
  command: (step) =>
    runnerCommand('tools/imagemagick/runner.ts', step, {
      reader: readers[step.from] ?? step.from,
      writer: writers[step.to] ?? step.to,
      select: step.options.page ?? select(step.from),
      keepsProfile: keepProfile.includes(step.to),
      srgb,
      cmyk,
      flags: flags(step),
    }),
});

function select(from: string): 'first' | 'largest' | 'all' {
  if (from === 'tiff') return 'all';
  return from === 'ico' || from === 'cur' ? 'largest' : 'first';
}

function flags({ to, options, intermediate }: Step): string[] {
  const { holds } = format(to);
  const quality = options.quality ?? qualities[to];
  return [
    ...(options.strip_metadata ? ['+profile', '!icc,*'] : []),
    ...(options.rotate === undefined ? [] : ['-rotate', String(options.rotate), '+repage']),
    ...size(options, holds.includes('alpha') && to !== 'eps'),
    ...(holds.includes('alpha') && to !== 'eps' ? [] : flattenFlags(options)),
    ...(holds.includes('colour') ? [] : ['-colorspace', 'Gray']),
    ...(holds.includes('depth') ? [] : ['-depth', '8']),
    ...(targetFlags[to] ?? []),
    ...(intermediate && to === 'png' ? quickPng : []),
    ...(quality === undefined ? [] : ['-quality', String(quality)]),
    ...(options.lossless ? ['-define', `${to}:lossless=true`] : []),
  ];
}

function flattenFlags({ background }: Options): string[] {
  // A gray image cannot have a coloured background.
  const coloured = background === undefined ? [] : ['-colorspace', 'sRGB'];
  return [...coloured, '-background', background ?? 'white', '-alpha', 'remove', '-alpha', 'off'];
}

/** Geometry suffix for each value of the option `fit`. */
const fitSuffixes = { inside: '', contain: '', cover: '^', fill: '!' } as const;

function size({ width, height, fit = 'inside', background }: Options, hasAlpha: boolean): string[] {
  if (width === undefined && height === undefined) return [];
  const box = `${width ?? ''}x${height ?? ''}`;
  if (width === undefined || height === undefined || fit === 'inside' || fit === 'fill') {
    return ['-resize', `${box}${fitSuffixes[fit]}`];
  }
  const bars = background ?? (hasAlpha ? 'none' : 'white');
  return [
    ...['-resize', `${box}${fitSuffixes[fit]}`],
    ...['-background', bars, '-gravity', 'center', '-extent', box],
  ];
}
