/** Reduces the file size of animations in the same format, and keeps every frame. */
import { copyFile, readFile, stat } from 'node:fs/promises';
import sharp from 'sharp';
import { opening } from '../../../shared/image/opening.ts';
import { prepared, writePicture, type PictureStep } from '../picture.ts';
import { coloursAt } from '../same-format-write.ts';

/**
 * Maximum size of an animation's decoded pixels, in bytes. An animation above this size is not compared with its
 * recompressed copy.
 */
const maxCompared = 160_000_000;

/** Recompresses losslessly if that makes the file smaller. A lossy WebP stays unchanged. */
export async function packFrames(step: PictureStep): Promise<void> {
  const { from, input, output, work } = step;
  // Copies a lossy WebP unchanged. A lossless copy of a lossy WebP would be larger, and recompressing 10 megapixels
  // takes 10 s.
  if (from === 'webp' && !(await hasLosslessPart(input))) return copyFile(input, output);
  const packed = `${work}/packed.${from}`;
  const image = sharp(input, { ...opening, pages: -1 }).keepMetadata();
  await (from === 'gif' ? image.gif({ effort: 10 }) : image.webp({ lossless: true, effort: 5 })).toFile(
    packed,
  );
  const smaller = (await stat(packed)).size < (await stat(input)).size;
  return copyFile(smaller && (await samePixels(input, packed)) ? packed : input, output);
}

/**
 * Searches for `VP8L`, the chunk name of a lossless part. If coded pixels of a lossy file contain the bytes `VP8L` by
 * chance, the file is recompressed without benefit.
 */
const hasLosslessPart = async (file: string) => (await readFile(file)).includes('VP8L');

async function samePixels(one: string, other: string): Promise<boolean> {
  const [a, b] = [await timing(one), await timing(other)];
  if (a.bytes > maxCompared || a.text !== b.text) return false;
  const pixels = (file: string) =>
    sharp(file, { ...opening, pages: -1 })
      .ensureAlpha()
      .raw()
      .toBuffer();
  return (await pixels(one)).equals(await pixels(other));
}

async function timing(file: string): Promise<{ text: string; bytes: number }> {
  const { width, height, pages = 1, delay, loop } = await sharp(file, { ...opening, pages: -1 }).metadata();
  return { text: JSON.stringify({ width, height, pages, delay, loop }), bytes: width * height * 4 };
}

export async function writeFrames(step: PictureStep): Promise<void> {
  const { input, output, to, options } = step;
  const image = await prepared(step, input);
  if (to !== 'gif' || options.quality === undefined) return writePicture(image, step, output);
  await image.gif({ colours: coloursAt(options.quality) }).toFile(output);
}
