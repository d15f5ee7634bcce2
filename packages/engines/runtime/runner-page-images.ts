/** Fits rendered pages (PNG or TIFF files in the scratch folder) to the size asked for, and encodes them with sharp, one by one. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { readStep } from './step.ts';

const { work, outputDir, to, options } = readStep();
const quality = options.quality === undefined ? {} : { quality: options.quality };
const { width = null, height = null, fit = 'inside' } = options;

const write: Readonly<Record<string, (page: Sharp) => Sharp>> = {
  png: (page) => page.png(),
  jpg: (page) => page.jpeg({ quality: 90, ...quality }),
  webp: (page) => page.webp({ quality: 85, ...quality }),
  // The default effort takes ten times as long for a few percent.
  avif: (page) => page.avif({ quality: 60, effort: 2, ...quality }),
  gif: (page) => page.gif(),
};

for (const name of (await readdir(work)).filter((file) => /\.(png|tiff)$/.test(file)).sort()) {
  const page = sharp(path.join(work, name), { failOn: 'error' });
  const sized = width || height ? page.resize(width, height, { fit, background: 'white' }) : page;
  await (write[to]?.(sized) ?? sized).toFile(path.join(outputDir, `${path.parse(name).name}.${to}`));
}
