/** Writes an Apple icon: the picture centred in a transparent square, in every usual size up to its own. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { eachPage, prepared, type PictureStep } from '../sharp/picture.ts';
import { readStep } from '../runtime/step.ts';
import { refuseTruncated } from '../runtime/truncation.ts';

/** Each size once: a second image of a size would be for high resolutions, which png2icns does not support. */
const sizes = [16, 32, 48, 128, 256, 512, 1024];

const step = readStep<PictureStep>();
const run = promisify(execFile);

await refuseTruncated(step.input, step.from);
await eachPage(step, async (page, file) => {
  const image = await prepared(step, step.input, page);
  const { data, info } = await image.ensureAlpha().png().toBuffer({ resolveWithObject: true });
  const longest = Math.max(info.width, info.height);
  // A small picture is enlarged to the next size.
  const largest = sizes.find((size) => size >= longest) ?? 1024;
  const pictures = sizes
    .filter((size) => size <= largest)
    .map((size) => ({ size, path: `${step.work}/${size}.png` }));
  for (const { size, path } of pictures) {
    await sharp(data).resize(size, size, { fit: 'contain', background: '#00000000' }).png().toFile(path);
  }
  await run('/usr/bin/png2icns', [file, ...pictures.map(({ path }) => path)]);
});
