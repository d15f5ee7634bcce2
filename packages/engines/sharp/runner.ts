/** Converts raster images with sharp, all pages of a TIFF and all frames of a GIF, WebP or AVIF sequence. */
import { decodeToWebp } from './animation.ts';
import { densityToStore, writeDensity } from './density.ts';
import { warnOfLeftOutFrames } from './frame-count.ts';
import { warnOfGainMap } from './gain-map.ts';
import { animated, eachPage, prepared, writePicture, type PictureStep } from './picture.ts';
import { readStep } from '../runtime/step.ts';
import { refuseTruncated } from '../runtime/truncation.ts';

export async function convert(given: PictureStep): Promise<void> {
  await refuseTruncated(given.input, given.from);
  const frames = isAnimated(given) ? await decodeToWebp(given) : undefined;
  const step = frames === undefined ? given : { ...given, from: 'webp', input: frames };
  await eachPage(step, async (page, file) => {
    const density = await densityToStore(step, step.input, page);
    await writePicture(await prepared(step, step.input, page), step, file, density);
    if (density) await writeDensity(file, density);
  });
  await warnOfGainMap(given);
  if (!animated.includes(step.from) || !animated.includes(step.to)) await warnOfLeftOutFrames(given);
}

const isAnimated = ({ from, to }: PictureStep) => from === 'avif' && animated.includes(to);

if (import.meta.main) await convert(readStep());
