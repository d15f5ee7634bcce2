/** Finds pictures whose pixels are all black or white, as those of a fax are, which are written with one bit a pixel. */
import type { Sharp } from 'sharp';
import type { Step } from '../../contract/engine.ts';

/** A PNG or GIF of one bit a pixel, without dots that imitate grays. */
export const bilevelPalette = { colours: 2, dither: 0 } as const;
export const bilevelPng = { palette: true, ...bilevelPalette } as const;

/** Upper bound for pictures with a palette, whose pixels are looked at. */
const maxPixels = 40_000_000;

/** Whether every pixel of the result is black or white; other sizes have gray edges. */
export async function isBilevel(image: Sharp, options: Step['options']): Promise<boolean> {
  if (options.width !== undefined || options.height !== undefined) return false;
  const { bitsPerSample, channels, isPalette, hasAlpha, pages = 1, width, height } = await image.metadata();
  if (!isPalette) return bitsPerSample === 1 && channels === 1;
  // The palette may have any colours, and more than the pixels have.
  if (hasAlpha || pages > 1 || width * height > maxPixels) return false;
  const { data, info } = await image.clone().removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return isBlackAndWhite(data, info.channels);
}

/** Whether the channels of each pixel are all 0 or all 255. */
function isBlackAndWhite(pixels: Buffer, channels: number): boolean {
  for (let at = 0; at < pixels.length; at += channels) {
    const first = pixels[at];
    if (first !== 0 && first !== 255) return false;
    for (let n = 1; n < channels; n += 1) if (pixels[at + n] !== first) return false;
  }
  return true;
}
