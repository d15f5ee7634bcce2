/** Makes a PDF of pictures, a page each; an upright JPEG goes in as it is. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { eachPage, prepared, type PictureStep } from './picture.ts';
import { readStep } from './step.ts';

const step = readStep<PictureStep>();
const { input, output, work, from, options } = step;
const pages: string[] = [];

await eachPage({ ...step, to: 'png', output: `${work}/page.png`, outputDir: work }, async (page, file) => {
  const { orientation = 1 } = await sharp(input, { page }).metadata();
  // What is decoded once proves that the file is whole, also where its bytes are taken over.
  if (from === 'jpg' && orientation === 1) {
    await sharp(input, { failOn: 'error', limitInputPixels: 100_000_000 }).stats();
    pages.push(input);
  } else {
    const image = await prepared(step, input, page);
    await image.png({ compressionLevel: 6 }).toFile(file);
    pages.push(file);
  }
});
const { dpi, paper, margin } = options;
// On a sheet of its own a picture is made to fit; else the page is as large as the picture.
const papers = { a3: 'A3', a4: 'A4', a5: 'A5', letter: 'Letter', legal: 'Legal' };
const size = [
  ...(dpi === undefined ? [] : ['--imgsize', `${dpi}dpi`]),
  ...(paper === undefined ? [] : ['--pagesize', papers[paper], '--auto-orient', '--fit', 'shrink']),
  ...(margin === undefined ? [] : ['--border', `${margin}mm`]),
];
await promisify(execFile)('/usr/bin/img2pdf', [
  '--engine',
  'internal',
  ...size,
  '--output',
  output,
  ...pages,
]);
