/** Converts raster images with sharp, all pages of a TIFF and all frames of a GIF, WebP or AVIF sequence. */
import { decodeAvifSequence, isAvifSequence } from '../ffmpeg/avif-sequence.ts';
import { shownDensity, writeDensity } from './density.ts';
import { eachPage, prepared, writePicture, type PictureStep } from './picture.ts';
import { readStep } from '../runtime/step.ts';
import { refuseTruncated } from '../runtime/truncation.ts';

export async function convert(given: PictureStep): Promise<void> {
  await refuseTruncated(given.input, given.from);
  const step = await withAllFrames(given);
  await eachPage(step, async (page, file) => {
    const density = step.options.strip_metadata ? undefined : await shownDensity(step, step.input, page);
    await writePicture(await prepared(step, step.input, page), step, file, density);
    if (density) await writeDensity(file, density);
  });
}

/** The step with an AVIF sequence as a lossless WebP, where the target holds animations. */
async function withAllFrames(step: PictureStep): Promise<PictureStep> {
  const { from, input, work, holds } = step;
  if (from !== 'avif' || !holds.includes('animation') || !isAvifSequence(input)) return step;
  const decoded = `${work}/frames.webp`;
  const lossless = ['-c:v', 'libwebp_anim', '-lossless', '1', '-compression_level', '1', '-loop', '0'];
  await decodeAvifSequence(input, [...lossless, '-f', 'webp'], decoded);
  return { ...step, from: 'webp', input: decoded };
}

if (import.meta.main) await convert(readStep());
