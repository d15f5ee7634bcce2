/** Makes pictures of rendered pages, which lie as TIFF in the scratch folder, one by one. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { writePageImage } from './page-image.ts';
import { readStep } from './step.ts';

const step = readStep();
const { work, outputDir, to } = step;

for (const name of (await readdir(work)).filter((file) => file.endsWith('.tiff')).sort()) {
  const page = sharp(path.join(work, name), { failOn: 'error' });
  await writePageImage(page, path.join(outputDir, `${path.parse(name).name}.${to}`), step);
}
