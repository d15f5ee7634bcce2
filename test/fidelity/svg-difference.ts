/** Compares two pictures of a drawing point by point, reduced so that the edges of letters do not count. */
import sharp from 'sharp';

const reduction = 5;

/** The largest difference of a channel, of 255, that nobody sees at an edge. */
const tolerance = 30;

/** The share of the reduced picture's points that differ. The second picture gets the size of the first. */
export async function differing(expected: Buffer, drawn: Buffer | string): Promise<number> {
  const { width, height } = await sharp(expected).metadata();
  const [a, b] = await Promise.all([reduced(expected, width, height), reduced(drawn, width, height)]);
  let count = 0;
  for (let at = 0; at < a.length; at += 4) if (difference(a, b, at) > tolerance) count += 1;
  return count / (a.length / 4);
}

function reduced(picture: Buffer | string, width: number, height: number): Promise<Buffer> {
  const size = { width: Math.ceil(width / reduction), height: Math.ceil(height / reduction) };
  return sharp(picture)
    .ensureAlpha()
    .toColourspace('srgb')
    .resize({ ...size, fit: 'fill', kernel: 'lanczos3' })
    .raw()
    .toBuffer();
}

/** Transparent points are equal in any colour. */
function difference(a: Buffer, b: Buffer, at: number): number {
  const [alphaA = 0, alphaB = 0] = [a[at + 3], b[at + 3]];
  const colours = [0, 1, 2].map((channel) =>
    Math.abs(((a[at + channel] ?? 0) * alphaA - (b[at + channel] ?? 0) * alphaB) / 255),
  );
  return Math.max(Math.abs(alphaA - alphaB), ...colours);
}
