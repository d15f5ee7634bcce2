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
const size = options.dpi === undefined ? [] : ['--imgsize', `${options.dpi}dpi`];
await promisify(execFile)('/usr/bin/img2pdf', [
  '--engine',
  'internal',
  ...size,
  '--output',
  output,
  ...pages,
]);
