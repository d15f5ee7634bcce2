/** Makes content for test files, and truncates or corrupts files. */
import sharp, { type Sharp } from 'sharp';

export const cut = (whole: Buffer, percent: number) =>
  whole.subarray(0, Math.floor((whole.length * percent) / 100));

/**
 * Returns a copy of the file in which the byte at each given position is wrong. Positions are percentages of the file's
 * length.
 */
export function flipped(whole: Buffer, ...percents: number[]): Buffer {
  const bytes = Buffer.from(whole);
  for (const percent of percents) {
    const at = Math.floor((whole.length * percent) / 100);
    bytes[at] = (bytes[at] ?? 0) ^ 0xff;
  }
  return bytes;
}

export const paragraphs = (count: number) =>
  Array.from(
    { length: count },
    (_, n) => `Paragraph number ${n + 1} says ${((n + 1) * 7919) % 1000} things.`,
  );

/** Returns a picture of 320 distinct rows. */
export function picture(): Sharp {
  const [width, height] = [240, 320];
  let state = 7;
  const pixels = Buffer.from(
    Array.from({ length: width * height * 3 }, (_, n) => {
      state = (state * 48_271) % 0x7fffffff;
      return n % 3 === 0 ? 200 : (state % 60) + 40;
    }),
  );
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}
