/**
 * Encodes a picture again in the same format. Limits the quality to the quality of the source, because a higher quality
 * only makes the file larger.
 */
import { readFile, stat } from 'node:fs/promises';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { bilevelPng, isBilevel } from '../../shared/image/bilevel.ts';
import { writeHighRange } from './colour/high-range.ts';
import { jpegQuality } from './jpeg-quality.ts';
import { warnOfLeftOutFrames } from './animation/frame-count.ts';
import { prepared, writePicture, type PictureStep } from './picture.ts';

/** Lowest quality that is tried. Lower qualities have visible losses, so a larger file is preferable. */
const leastQuality = 50;

const usualQuality: Readonly<Record<string, number>> = { jpg: 88, webp: 85, avif: 60 };

/** Writes a single picture. */
export async function writeSmall(step: PictureStep, metadata: Metadata): Promise<void> {
  await warnOfLeftOutFrames(step);
  const { from, input, output, options } = step;
  if (await writeHighRange(step, { source: input, page: 0, file: output })) return;
  const usual = usualQuality[from];
  if (options.quality !== undefined || usual === undefined || options.lossless)
    return void (await write(await prepared(step, input), step, options.quality));
  const own = from === 'jpg' ? (jpegQuality(await readFile(input)) ?? usual) : usual;
  const most = (await stat(input)).size;
  for (let quality = Math.min(own, usual); ; quality -= 8) {
    await write(await prepared(step, input), step, quality);
    const { size } = await stat(output);
    if (size <= most || quality - 8 < Math.min(own, leastQuality) || (await grows(output, metadata))) return;
  }
}

/** Returns whether the picture was upscaled. */
async function grows(output: string, { width, height }: Metadata): Promise<boolean> {
  const made = await sharp(output).metadata();
  return made.width * made.height > width * height;
}

async function write(image: Sharp, step: PictureStep, quality: number | undefined): Promise<unknown> {
  const { to, output, options } = step;
  if (to === 'jpg') return image.jpeg({ quality: quality ?? 88, mozjpeg: true }).toFile(output);
  // If a quality is set, the PNG gets a palette and may lose colours.
  if (to === 'png' && quality !== undefined)
    return image.png({ palette: true, quality, colours: coloursAt(quality), effort: 7 }).toFile(output);
  if (to === 'png') {
    const bilevel = await isBilevel(image, options);
    return image
      .png({ compressionLevel: 9, ...(bilevel ? bilevelPng : { adaptiveFiltering: true }) })
      .toFile(output);
  }
  if (to === 'gif' && quality !== undefined)
    return image.gif({ colours: coloursAt(quality), effort: 8 }).toFile(output);
  return writePicture(
    image,
    { ...step, options: quality === undefined ? options : { ...options, quality } },
    output,
  );
}

/** Returns the number of palette colours for the quality. */
export const coloursAt = (quality: number) => Math.max(2, Math.round((256 * quality) / 100));
