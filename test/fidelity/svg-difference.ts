/** Compares two pictures of a drawing pixel by pixel, reduced so that the edges of letters do not count. */
import sharp, { type Metadata } from 'sharp';

const reduction = 5;

/** The largest invisible difference of a channel at an edge, of 255. */
const tolerance = 30;

/**
 * The share of differing pixels in the reduced picture. The second picture gets the size of the first, and a white background
 * if the first has no transparency.
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

/** Transparent pixels are equal in any colour. */
function difference(a: Buffer, b: Buffer, at: number): number {
  const [alphaA = 0, alphaB = 0] = [a[at + 3], b[at + 3]];
  const colours = [0, 1, 2].map((channel) =>
    Math.abs(((a[at + channel] ?? 0) * alphaA - (b[at + channel] ?? 0) * alphaB) / 255),
  );
  return Math.max(Math.abs(alphaA - alphaB), ...colours);
}
