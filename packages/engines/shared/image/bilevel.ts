/** Finds pictures with only black and white pixels, such as faxes, which are written with 1 bit per pixel. */
import type { Sharp } from 'sharp';
import type { Step } from '../../contract/engine.ts';

/** Options of sharp for a PNG or GIF with 1 bit per pixel, without dithering. */
export const bilevelPalette = { colours: 2, dither: 0 } as const;
export const bilevelPng = { palette: true, ...bilevelPalette } as const;

/** Maximum number of pixels in a palette picture. In a picture with more pixels, the pixels are not examined. */
const maxPixels = 40_000_000;

/**
 * Returns whether every pixel of the result is black or white. Returns false for a resized picture, because it has gray
 * edges.
 */
export async function isBilevel(image: Sharp, options: Step['options']): Promise<boolean> {
  if (options.width !== undefined || options.height !== undefined) return false;
  const { bitsPerSample, channels, isPalette, hasAlpha, pages = 1, width, height } = await image.metadata();
  if (!isPalette) return bitsPerSample === 1 && channels === 1;
  // The palette may have unused colours, so the pixels are examined.
  if (hasAlpha || pages > 1 || width * height > maxPixels) return false;
  const { data, info } = await image.clone().removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return isBlackAndWhite(data, info.channels);
}

/** Returns whether the channels of each pixel are all 0 or all 255. */
function isBlackAndWhite(pixels: Buffer, channels: number): boolean {
  for (let at = 0; at < pixels.length; at += channels) {
    const first = pixels[at];
    if (first !== 0 && first !== 255) return false;
    for (let n = 1; n < channels; n += 1) if (pixels[at + n] !== first) return false;
  }
  return true;
}
