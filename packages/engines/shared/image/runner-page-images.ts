/** Converts rendered pages, stored as TIFF in the scratch folder, to pictures one by one. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { isBilevel } from './bilevel.ts';
import { writePageImage } from './page-image.ts';
import { readStep } from '../../contract/step.ts';

const step = readStep();
const { work, outputDir, to } = step;

for (const name of (await readdir(work)).filter((file) => file.endsWith('.tiff')).sort()) {
  const page = sharp(path.join(work, name), { failOn: 'error' });
  const { density } = await page.metadata();
  const measured = density === undefined ? page : page.withDensity(density);
  const file = path.join(outputDir, `${path.parse(name).name}.${to}`);
  await writePageImage(measured, file, step, await isBilevel(page, step.options));
}
