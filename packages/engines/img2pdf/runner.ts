/** Makes a PDF of an image, or of the images in the scratch folder; upright JPEGs are embedded unchanged. */
import { execFile } from 'node:child_process';
import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { eachPage, prepared, type PictureStep } from '../sharp/picture.ts';
import { readStep } from '../runtime/step.ts';
import { refuseTruncated } from '../runtime/truncation.ts';

const step = readStep<PictureStep & { album: boolean }>();
const { output, work, options } = step;
const pages: string[] = [];

if (step.album) {
  const names = (await readdir(work)).filter((name) => name.startsWith('page-'));
  for (const name of names.sort()) await addPages(path.join(work, name), path.extname(name).slice(1));
} else {
  await addPages(step.input, step.from);
}

async function addPages(input: string, from: string): Promise<void> {
  const stem = path.join(work, `rendered-${pages.length}`);
  await mkdir(stem);
  await refuseTruncated(input, from);
  const picture = { ...step, input, from, to: 'png', output: `${stem}/page.png`, outputDir: stem };
  await eachPage(picture, async (page, file) => {
    const { orientation = 1 } = await sharp(input, { page }).metadata();
    // Decoding it once proves that the file is complete, although its bytes are embedded unchanged.
    if (from === 'jpg' && orientation === 1) {
      await sharp(input, { failOn: 'error', limitInputPixels: 100_000_000 }).stats();
      pages.push(input);
    } else {
      // Colours and transparency are converted as for a page.
      const image = await prepared({ ...picture, to: step.to }, input, page);
      await image.png({ compressionLevel: 6 }).toFile(file);
      pages.push(file);
    }
  });
}

const { dpi, paper, margin } = options;
// With a paper size images are fitted to the sheet; otherwise each page has the size of its image.
const papers = { a3: 'A3', a4: 'A4', a5: 'A5', letter: 'Letter', legal: 'Legal' };
const size = [
  ...(dpi === undefined ? [] : ['--imgsize', `${dpi}dpi`]),
  ...(paper === undefined ? [] : ['--pagesize', papers[paper], '--auto-orient', '--fit', 'shrink']),
  ...(margin === undefined ? [] : ['--border', `${margin}mm`]),
];
await promisify(execFile)('/usr/bin/img2pdf', [
  '--engine',
  'internal',
  // Equal inputs must give equal results.
  '--nodate',
  ...size,
  '--output',
  output,
  ...pages,
]);
