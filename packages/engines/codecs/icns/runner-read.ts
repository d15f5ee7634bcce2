/**
 * Reads the largest image of an Apple icon. The runner extracts PNG images itself, but uses icns2png for older codecs.
 */
import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { prepared, writePicture, type PictureStep } from '../../tools/sharp/picture.ts';
import { readStep } from '../../contract/step.ts';

const step = readStep<PictureStep>();

for (const [n, element] of pngs(await readFile(step.input)).entries()) {
  await writeFile(`${step.work}/element-${n}.png`, element);
}
// icns2png supports the old codecs and JPEG 2000, but not all newer sizes. A failure of icns2png is ignored, because
// the PNG elements may be enough.
await promisify(execFile)('/usr/bin/icns2png', ['--extract', '--output', step.work, step.input]).catch(
  () => undefined,
);

const names = (await readdir(step.work)).filter((name) => name.endsWith('.png'));
const sizes = await Promise.all(
  names.map(async (name) => ({ name, ...(await sharp(`${step.work}/${name}`).metadata()) })),
);
const largest = sizes.sort((a, b) => b.width - a.width)[0];
if (!largest) throw new Error('the icon contains no picture');
await writePicture(await prepared(step, `${step.work}/${largest.name}`), step, step.output);

/** Returns the PNG images in an icon. */
function pngs(file: Buffer): Buffer[] {
  const found: Buffer[] = [];
  for (let at = 8; at + 8 <= file.length;) {
    const length = file.readUInt32BE(at + 4);
    const data = file.subarray(at + 8, at + length);
    if (data.toString('latin1', 1, 4) === 'PNG') found.push(data);
    if (length < 8) throw new Error('an element of the icon is shorter than its header');
    at += length;
  }
  return found;
}
