/** Makes a PDF from a picture, from the pages of a multi-page picture, or from the pictures in the scratch folder. */
import { execFile } from 'node:child_process';
import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Decoding } from '../../shared/image/codec.ts';
import { decodePicture } from '../sharp/decode.ts';
import { warnOfLeftOutFrames } from '../sharp/animation/frame-count.ts';
import { eachPage } from '../sharp/picture.ts';
import { readStep } from '../../contract/step.ts';
import { pageImage, type PageStep } from './page-image.ts';

const step = readStep<PageStep & Decoding & { album: boolean }>();
const { output, work, options } = step;
const pages: string[] = [];

if (step.album) {
  const names = (await readdir(work)).filter((name) => name.startsWith('page-'));
  for (const name of names.sort()) {
    await addPages({ ...step, input: path.join(work, name), from: path.extname(name).slice(1) });
  }
} else {
  await addPages(step);
  await warnOfLeftOutFrames(step);
}

async function addPages(source: PageStep & Decoding): Promise<void> {
  const outputDir = path.join(work, `rendered-${pages.length}`);
  await mkdir(outputDir);
  const picture = await decodePicture(source);
  const stem = `${outputDir}/page`;
  await eachPage({ ...source, input: picture, output: stem, outputDir }, async (page, file) => {
    pages.push(await pageImage(source, { original: source.input, picture, page }, file));
  });
}

const { dpi, paper, margin } = options;
// If a paper size is requested, images are fitted to the sheet. Without a requested paper size, each page has the size
// of its image.
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
  // Rotates the pages of JPEGs with an EXIF orientation.
  '--rotation=ifvalid',
  ...size,
  '--output',
  output,
  ...pages,
]);
