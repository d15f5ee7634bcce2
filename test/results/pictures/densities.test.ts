/**
 * Conversions keep the resolution of a picture if the target format can store a resolution. In a PDF, the resolution
 * determines the page size.
 */
import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { magickProgram } from '@protean/engines/contract/imagemagick-programs.ts';
import { run } from '../../samples/run.ts';
import { density } from '../../support/results/density.ts';
import { pdfInfo, size } from '../../support/results/measure.ts';
import { memoize } from '../../support/memoize.ts';
import { Workbench } from '../../support/results/workbench.ts';

const lab = await Workbench.open();

const byImageMagick = ['tiff', 'png', 'jpg', 'bmp', 'psd', 'psb', 'pcx', 'miff'];
/**
 * Formats of the samples that Protean itself makes from the PNG sample. The tests with the source png check the
 * conversions to the formats in this list.
 */
const byProtean = ['apng', 'webp', 'avif', 'heic', 'jxl', 'jp2'];
const formats = [...byImageMagick, ...byProtean];

/**
 * The expected results for a picture of 408 by 196 pixels with the given resolution: the stored resolution, the page
 * size in points, and the size in pixels if the target format stores no resolution.
 */
const shapes = {
  '204x98': { density: '204 98', page: '144 x 144', pixels: '408x408' },
  '150x150': { density: '150 150', page: '196 x 94', pixels: '408x196' },
} as const;

type Resolution = keyof typeof shapes;

const picture = memoize(async (asked: `${Resolution} ${string}`): Promise<string> => {
  const [resolution, format = ''] = asked.split(' ') as [Resolution, string];
  if (byProtean.includes(format)) return lab.converted('png', format, {}, await picture(`${resolution} png`));
  const file = path.join(lab.dir, `${resolution}.${format}`);
  const drawn = ['-size', '408x196', 'gradient:red-blue', '-fill', 'black', '-draw', 'rectangle 0,0 203,97'];
  await run(magickProgram('convert'), [...drawn, '-units', 'PixelsPerInch', '-density', resolution, file]);
  return file;
});

async function pageSize(file: string): Promise<string> {
  const [, width, height] = /Page size: +([\d.]+) x ([\d.]+)/.exec(await pdfInfo(file)) ?? [];
  return `${Math.round(Number(width))} x ${Math.round(Number(height))}`;
}

interface Target {
  to: string;
  measure: (file: string, ext: string) => Promise<string>;
  due: keyof (typeof shapes)[Resolution];
}

const targets: readonly Target[] = [
  ...formats.map((to) => ({ to, measure: density, due: 'density' as const })),
  { to: 'pdf', measure: pageSize, due: 'page' },
  // GIF, TGA, PPM and J2K store no resolution, so the picture is resampled to square pixels.
  ...['gif', 'tga', 'ppm', 'j2k'].map((to) => ({ to, measure: size, due: 'pixels' as const })),
];

/**
 * Pairs of formats that the test skips. There is no route from tiff to apng. The route from apng to webp writes no
 * resolution. The route from apng to gif copies the frames without resampling them to square pixels.
 */
const otherwise = ['tiff apng', 'apng webp', 'apng gif'];

/**
 * Returns one of two resolutions for each pair of formats. Converting every pair of formats with both resolutions would
 * take minutes.
 */
const resolutionOf = (source: number, target: number): Resolution =>
  (source + target) % 2 === 0 ? '204x98' : '150x150';

for (const [source, from] of formats.entries())
  test(`keeps the resolution of a ${from} picture in formats that store the resolution`, async () => {
    for (const [n, { to, measure, due }] of targets.entries()) {
      if (to === from || otherwise.includes(`${from} ${to}`)) continue;
      const resolution = resolutionOf(source, n);
      const result = await lab.converted(from, to, {}, await picture(`${resolution} ${from}`));
      assert.equal(await measure(result, to), shapes[resolution][due], `${to} of ${resolution}`);
    }
  });
