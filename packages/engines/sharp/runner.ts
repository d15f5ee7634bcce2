/** Converts raster images with sharp, all pages of a TIFF and all frames of a GIF or WebP. */
import { eachPage, prepared, writePicture, type PictureStep } from './picture.ts';
import { readStep } from '../runtime/step.ts';
import { refuseTruncated } from '../runtime/truncation.ts';

export async function convert(step: PictureStep): Promise<void> {
  await refuseTruncated(step.input, step.from);
  await eachPage(step, async (page, file) =>
    writePicture(await prepared(step, step.input, page), step, file),
  );
}

if (import.meta.main) await convert(readStep());
