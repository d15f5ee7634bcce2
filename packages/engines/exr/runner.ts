/** Writes OpenEXR: linear light, premultiplied with alpha, in planes. */
import { execFile } from 'node:child_process';
import { open } from 'node:fs/promises';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { writeHighRange } from '../sharp/colour/high-range.ts';
import { warnOfLeftOutFrames } from '../sharp/frame-count.ts';
import { eachPage, prepared, type PictureStep } from '../sharp/picture.ts';
import { readStep } from '../runtime/step.ts';
import { refuseTruncated } from '../runtime/truncation.ts';

const step = readStep<PictureStep>();
const planes = `${step.work}/planes.raw`;
const run = promisify(execFile);

await refuseTruncated(step.input, step.from);
await warnOfLeftOutFrames(step);
await eachPage(step, async (page, file) => {
  if (await writeHighRange(step, { source: step.input, page, file })) return;
  const ready = `${step.work}/ready.png`;
  await (await prepared(step, step.input, page)).png({ compressionLevel: 1 }).toFile(ready);
  // A second pipeline, because in one sharp applies the profile and the conversion to linear light in the wrong order.
  const image = sharp(ready).toColourspace('scrgb').ensureAlpha();
  const { data, info } = await image.raw({ depth: 'float' }).toBuffer({ resolveWithObject: true });
  await writePlanes(new Float32Array(data.buffer, data.byteOffset, data.length / 4));
  await run('/usr/bin/ffmpeg', [
    ...[
      '-nostdin',
      '-v',
      'error',
      '-f',
      'rawvideo',
      '-pix_fmt',
      'gbrapf32le',
      '-s',
      `${info.width}x${info.height}`,
    ],
    ...[
      '-i',
      planes,
      '-frames:v',
      '1',
      '-c:v',
      'exr',
      '-compression',
      'zip16',
      '-f',
      'image2',
      '-update',
      '1',
      '-y',
      file,
    ],
  ]);
});

/** The planes in ffmpeg's order: green, blue, red, alpha. */
async function writePlanes(pixels: Float32Array): Promise<void> {
  const plane = new Float32Array(pixels.length / 4);
  const file = await open(planes, 'w');
  try {
    for (const channel of [1, 2, 0, 3]) {
      for (let n = 0; n < plane.length; n += 1) {
        const alpha = channel === 3 ? 1 : (pixels[n * 4 + 3] ?? 1);
        plane[n] = (pixels[n * 4 + channel] ?? 0) * alpha;
      }
      await file.writeFile(new Uint8Array(plane.buffer));
    }
  } finally {
    await file.close();
  }
}
