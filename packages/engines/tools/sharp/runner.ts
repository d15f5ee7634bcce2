/** Converts raster images with sharp, including all pages of a TIFF and all frames of a GIF, WebP or AVIF sequence. */
import { writeHighRange } from './colour/high-range.ts';
import { labInSrgb } from './colour/lab.ts';
import { densityToStore, writeDensity } from './density.ts';
import { warnOfLeftOutFrames } from './animation/frame-count.ts';
import { decodeToWebp, firstFrame } from './animation/frames.ts';
import { warnOfExtraPictures } from './extra-pictures.ts';
import { animated, eachPage, prepared, writePicture, type PictureStep } from './picture.ts';
import { readStep } from '../../contract/step.ts';
import { refuseTruncated } from '../../shared/image/truncation.ts';

export async function convert(given: PictureStep): Promise<void> {
  await refuseTruncated(given.input, given.from);
  const step = await readableStep(given);
  await eachPage(step, async (page, file) => {
    const density = await densityToStore(step, step.input, page);
    if (await writeHighRange(step, { source: step.input, page, file, density })) return;
    await writePicture(await prepared(step, step.input, page), step, file, density);
    if (density) await writeDensity(file, density);
  });
  await warnOfExtraPictures(given);
  if (!animated.includes(step.from) || !animated.includes(step.to)) await warnOfLeftOutFrames(given);
}

/**
 * Returns the step, with its input replaced by a file that sharp can open. The input for an AVIF sequence is a WebP
 * with all frames, or a picture of the first frame. The input for a picture in CIELAB is a copy in sRGB. For every
 * other source file, the input stays unchanged.
 */
async function readableStep(step: PictureStep): Promise<PictureStep> {
  if (step.from !== 'avif') return { ...step, input: await labInSrgb(step) };
  if (!animated.includes(step.to)) return { ...step, input: (await firstFrame(step)) ?? step.input };
  const frames = await decodeToWebp(step);
  return frames === undefined ? step : { ...step, from: 'webp', input: frames };
}

if (import.meta.main) await convert(readStep());
