/**
 * Converts an AVIF to an AVIF with the requested options. Writes a still picture, or all frames of a
 * sequence.
 */
import { copyFile } from 'node:fs/promises';
import sharp from 'sharp';
import { isHeifSequence } from '../ffmpeg/images/heif-sequence.ts';
import { readStep } from '../../contract/step.ts';
import { refuseTruncated } from '../../shared/image/truncation.ts';
import { encodeFrames } from './animation/animation.ts';
import { decodeToWebp } from './animation/frames.ts';
import { opening } from '../../shared/image/opening.ts';
import type { PictureStep } from './picture.ts';
import { writeSmall } from './same-format-write.ts';

const step = readStep<PictureStep>();
const { input, output, options } = step;

await refuseTruncated(input, step.from);
await (isHeifSequence('avif', input) ? writeSequence() : writeStill());

async function writeSequence(): Promise<void> {
  // Decoding the frames proves that the file is complete.
  const frames = await decodeToWebp(step);
  if (frames === undefined || !isChanged(true) || !(await encodeFrames(step, frames)))
    await copyFile(input, output);
}

async function writeStill(): Promise<void> {
  const picture = sharp(input, opening);
  const metadata = await picture.metadata();
  await picture.resize(16, 16, { fit: 'fill' }).raw().toBuffer();
  const isUpright = (metadata.orientation ?? 1) === 1;
  await (isChanged(isUpright) ? writeSmall(step, metadata) : copyFile(input, output));
}

/**
 * Returns whether the options require new pixels. `strip_metadata` requires new pixels only if the picture is not
 * upright. If the picture is not upright, its orientation must be applied to the pixels, because a later step removes
 * the metadata.
 */
function isChanged(isUpright: boolean): boolean {
  const { strip_metadata: strips, ...others } = options;
  return Object.keys(others).length > 0 || (strips === true && !isUpright);
}
