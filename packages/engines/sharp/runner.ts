/** Converts raster images with sharp, all pages of a TIFF and all frames of a GIF or WebP. */
import { shownDensity, writeDensity } from './density.ts';
import { eachPage, prepared, writePicture, type PictureStep } from './picture.ts';
import { readStep } from '../runtime/step.ts';
import { refuseTruncated } from '../runtime/truncation.ts';

export async function convert(step: PictureStep): Promise<void> {
  await refuseTruncated(step.input, step.from);
  await eachPage(step, async (page, file) => {
    const density = step.options.strip_metadata ? undefined : await shownDensity(step, step.input, page);
    await writePicture(await prepared(step, step.input, page), step, file, density);
    if (density) await writeDensity(file, density);
  });
}

if (import.meta.main) await convert(readStep());
