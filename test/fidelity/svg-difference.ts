/** Compares two pictures of a drawing pixel by pixel. Reduces them first, so that the edges of letters do not count. */
import sharp, { type Metadata } from 'sharp';

const reduction = 5;

/** Largest tolerated difference of a channel, on a scale of 255. A difference of this size is invisible at an edge. */
const tolerance = 30;

/**
 * Returns the share of differing pixels in the reduced pictures. The second picture is resized to the first, and gets a
 * white background if the first has no transparency.
 */
export async function differing(expected: Buffer, drawn: Buffer | string): Promise<number> {
  const size = await sharp(expected).metadata();
  const [a, b] = await Promise.all([reduced(expected, size), reduced(drawn, size)]);
  let count = 0;
  for (let at = 0; at < a.length; at += 4) if (difference(a, b, at) > tolerance) count += 1;
  return count / (a.length / 4);
}

function reduced(picture: Buffer | string, { width, height, hasAlpha }: Metadata): Promise<Buffer> {
  const size = { width: Math.ceil(width / reduction), height: Math.ceil(height / reduction) };
  return (hasAlpha ? sharp(picture) : sharp(picture).flatten({ background: 'white' }))
    .ensureAlpha()
    .toColourspace('srgb')
    .resize({ ...size, fit: 'fill', kernel: 'lanczos3' })
    .raw()
    .toBuffer();
}

/** Returns the largest difference of a channel. Fully transparent pixels are equal in any colour. */
function difference(a: Buffer, b: Buffer, at: number): number {
  const [alphaA = 0, alphaB = 0] = [a[at + 3], b[at + 3]];
  const colours = [0, 1, 2].map((channel) =>
    Math.abs(((a[at + channel] ?? 0) * alphaA - (b[at + channel] ?? 0) * alphaB) / 255),
  );
  return Math.max(Math.abs(alphaA - alphaB), ...colours);
}
