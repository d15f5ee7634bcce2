/** Writes OpenEXR: linear light with premultiplied alpha, one plane per channel. */
import { execFile } from 'node:child_process';
import { open } from 'node:fs/promises';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { writeHighRange } from '../sharp/colour/high-range.ts';
import { labInSrgb } from '../sharp/colour/lab.ts';
import { warnOfLeftOutFrames } from '../sharp/animation/frame-count.ts';
import { isChanged, isLight, readLight, type Light } from '../sharp/light.ts';
import { opening } from '../../shared/image/opening.ts';
import { eachPage, prepared, type PictureStep } from '../sharp/picture.ts';
import { readStep } from '../../contract/step.ts';
import { refuseTruncated } from '../../shared/image/truncation.ts';

const given = readStep<PictureStep>();
const planes = `${given.work}/planes.raw`;
const run = promisify(execFile);

await refuseTruncated(given.input, given.from);
await warnOfLeftOutFrames(given);
const step = { ...given, input: await labInSrgb(given) };
await eachPage(step, async (page, file) => {
  if (await writeHighRange(step, { source: step.input, page, file })) return;
  const light = await lightOf(page);
  await writePlanes(light);
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
      `${light.width}x${light.height}`,
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

/**
 * Returns a page of the source in linear light. Floating-point samples keep values above white unless an option changes
 * the picture.
 */
async function lightOf(page: number): Promise<Light> {
  const stored = sharp(step.input, { ...opening, page });
  if (isLight(await stored.metadata()) && !isChanged(step)) return readLight(stored);
  const ready = `${step.work}/ready.png`;
  await (await prepared(step, step.input, page)).png({ compressionLevel: 1 }).toFile(ready);
  // Reads the picture in a second sharp pipeline. A single pipeline would apply the colour profile and the conversion
  // to linear light in the wrong order.
  return readLight(sharp(ready));
}

/** Writes the planes in ffmpeg's order: green, blue, red, alpha. */
async function writePlanes({ values, channels }: Light): Promise<void> {
  const plane = new Float32Array(values.length / channels);
  const file = await open(planes, 'w');
  try {
    for (const channel of [1, 2, 0, 3]) {
      for (let n = 0; n < plane.length; n += 1) {
        const alpha = channels === 4 ? (values[n * 4 + 3] ?? 1) : 1;
        plane[n] = channel === 3 ? alpha : (values[n * channels + channel] ?? 0) * alpha;
      }
      await file.writeFile(new Uint8Array(plane.buffer));
    }
  } finally {
    await file.close();
  }
}
