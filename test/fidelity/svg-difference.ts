/**
 * Compares two pictures of a drawing pixel by pixel. Scales both pictures down before the comparison, because every
 * program draws the edges of letters differently.
 */
import sharp, { type Metadata } from 'sharp';

const reduction = 5;

/**
 * Maximum difference of a colour channel (0 to 255) at which two pixels count as equal. At the edge of a shape, a
 * colour difference up to this maximum is invisible.
 */
const tolerance = 30;

/**
 * Scales both pictures to the same small size, and returns the fraction of pixels that differ. If `expected` has no
 * alpha channel, puts both pictures on a white background.
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

/**
 * Returns the largest difference between the channels of two pixels. Fully transparent pixels are equal, whatever their
 * colours.
 */
function difference(a: Buffer, b: Buffer, at: number): number {
  const [alphaA = 0, alphaB = 0] = [a[at + 3], b[at + 3]];
  const colours = [0, 1, 2].map((channel) =>
    Math.abs(((a[at + channel] ?? 0) * alphaA - (b[at + channel] ?? 0) * alphaB) / 255),
  );
  return Math.max(Math.abs(alphaA - alphaB), ...colours);
}
