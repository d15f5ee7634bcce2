/** ImageMagick: the long tail of raster images, under a policy that allows no other file type. */
import { format } from '@protean/formats';
import { sourceDateEnv } from '../runtime/source-date-epoch.ts';
import { sandboxPaths } from '../runtime/sandbox-paths.ts';
import { defineEngine, runnerCommand, type Step } from '../runtime/engine.ts';
import { pictureOptions, pictureReasons } from '../sharp/options.ts';
import type { Options } from '../runtime/options.ts';
import { imagemagickMounts, nodeMounts } from '../runtime/mounts.ts';

const srgb = '/usr/share/color/icc/ghostscript/srgb.icc';
const cmyk = '/usr/share/color/icc/ghostscript/default_cmyk.icc';

/** What sharp reads and writes too, and only meets the others here. */
const common = ['jpg', 'png', 'webp', 'gif'];

const rare = [
  ...['bmp', 'ico', 'tga', 'pcx', 'psd', 'psb', 'dds', 'miff'],
  ...['ppm', 'pgm', 'pbm', 'pnm', 'pam', 'xpm', 'xbm', 'xwd', 'sgi', 'ras', 'pict', 'wbmp'],
];

/** It writes no cursors, for what it calls one is an icon, and mistakes the colours of packed Sun rasters. */
const readable = [...rare.filter((ext) => ext !== 'ras'), 'cur'];

/** Codecs whose name is not the extension's. */
const readers: Readonly<Record<string, string>> = { jpg: 'jpeg' };
const writers: Readonly<Record<string, string>> = { jpg: 'jpeg', bmp: 'bmp3', eps: 'eps3' };

const keepProfile = ['jpg', 'png', 'webp', 'tiff', 'psd', 'psb', 'miff'];

/** Its error diffusion shifts the tones of small areas; ordered dots keep them. */
const dots = ['-ordered-dither', 'o8x8'];

/** Flags for targets that need some, put after the colours are right. */
const writing: Readonly<Record<string, readonly string[]>> = {
  pbm: dots,
  xbm: dots,
  wbmp: dots,
  // Icons are 256 pixels wide at most.
  ico: ['-resize', '256x256>'],
  tiff: ['-compress', 'lzw'],
  eps: ['-compress', 'zip'],
  // Not every reader unpacks what is packed by its scheme.
  psd: ['-type', 'TrueColorAlpha', '-compress', 'none'],
  psb: ['-type', 'TrueColorAlpha', '-compress', 'none'],
  // With two colours it writes them the wrong way round.
  pcx: ['-type', 'TrueColor'],
  // Shadows of one channel alone would be written as gray, which many readers of these formats do not expect.
  tga: ['-type', 'TrueColorAlpha'],
};

const qualities: Readonly<Record<string, number>> = { jpg: 88, webp: 85, j2k: 75 };

export const imagemagick = defineEngine({
  id: 'imagemagick',
  title: 'ImageMagick',
  needs: [
    { command: ['convert-im7.q16', 'convert-im6.q16'], debian: 'imagemagick' },
    { command: srgb, debian: 'libgs-common' },
  ],
  mounts: [...nodeMounts, ...imagemagickMounts],
  edges: [
    {
      reads: readable,
      writes: ['jpg', 'webp', 'png', 'gif', 'tiff', ...rare],
      cost: 2,
      options: pictureOptions,
    },
    { reads: common, writes: rare, cost: 2, options: pictureOptions },
    { reads: [...common, ...readable], writes: ['j2k'], cost: 3, options: pictureOptions },
    { reads: ['tiff'], writes: rare, cost: 2, options: pictureOptions, many: true },
    // Dots in a drawing.
    { reads: [...common, ...readable], writes: ['eps'], cost: 2, loses: ['alpha'], options: pictureOptions },
    { reads: ['tiff'], writes: ['eps'], cost: 2, loses: ['alpha'], options: pictureOptions, many: true },
    { reads: ['tiff'], writes: ['j2k'], cost: 3, options: pictureOptions, many: true },
  ],
  reasons: pictureReasons,
  // Its policy bounds the pixels to 900 MiB; the box is to stop nothing that this allows.
  limits: { memory: 1536 * 1024 * 1024 },
  env: {
    MAGICK_CONFIGURE_PATH: `${sandboxPaths.engines}/imagemagick/policy`,
    ...sourceDateEnv,
  },
  command: (step) =>
    runnerCommand('imagemagick/runner.ts', step, {
      reader: readers[step.from] ?? step.from,
      writer: writers[step.to] ?? step.to,
      take: step.options.page ?? take(step.from),
      keepsProfile: keepProfile.includes(step.to),
      srgb,
      cmyk,
      flags: flags(step),
    }),
});

function take(from: string): 'first' | 'largest' | 'all' {
  if (from === 'tiff') return 'all';
  return from === 'ico' || from === 'cur' ? 'largest' : 'first';
}

function flags({ to, options }: Step): string[] {
  const { holds } = format(to);
  const quality = options.quality ?? qualities[to];
  return [
    ...(options.strip_metadata ? ['+profile', '!icc,*'] : []),
    ...size(options, holds.includes('alpha') && to !== 'eps'),
    ...(holds.includes('alpha') && to !== 'eps' ? [] : covered(options)),
    ...(holds.includes('colour') ? [] : ['-colorspace', 'Gray']),
    ...(holds.includes('depth') ? [] : ['-depth', '8']),
    ...(writing[to] ?? []),
    ...(quality === undefined ? [] : ['-quality', String(quality)]),
    ...(options.lossless ? ['-define', `${to}:lossless=true`] : []),
  ];
}

function covered({ background }: Options): string[] {
  // Gray has no place for a colour behind it.
  const coloured = background === undefined ? [] : ['-colorspace', 'sRGB'];
  return [...coloured, '-background', background ?? 'white', '-alpha', 'remove', '-alpha', 'off'];
}

/** How its geometry says each way of meeting a size. */
const fits = { inside: '', contain: '', cover: '^', fill: '!' } as const;

function size({ width, height, fit = 'inside', background }: Options, clear: boolean): string[] {
  if (width === undefined && height === undefined) return [];
  const box = `${width ?? ''}x${height ?? ''}`;
  if (width === undefined || height === undefined || fit === 'inside' || fit === 'fill') {
    return ['-resize', `${box}${fits[fit]}`];
  }
  const bars = background ?? (clear ? 'none' : 'white');
  return [
    ...['-resize', `${box}${fits[fit]}`],
    ...['-background', bars, '-gravity', 'center', '-extent', box],
  ];
}
