/** Converts images that need tools other than sharp: decodes them, prepares them with sharp, and encodes them. */
import { readFile, writeFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { declareVideoSamples } from '../ffmpeg/images/dpx-colours.ts';
import { refuseTruncated } from '../../shared/image/truncation.ts';
import { encodeFrames } from './animation/animation.ts';
import { decodeToApng, decodeToWebp } from './animation/frames.ts';
import { stillDelay, writeApng } from '../../shared/image/animation/apng.ts';
import { bilevelPng, isBilevel } from '../../shared/image/bilevel.ts';
import { callTool } from '../../shared/image/call-tool.ts';
import { decodePicture } from './decode.ts';
import { writeHighRange } from './colour/high-range.ts';
import { addMetadataToJxl } from '../../shared/image/exif/jxl.ts';
import { warnOfExtraPictures } from './extra-pictures.ts';
import { warnOfLeftOutFrames } from './animation/frame-count.ts';
import { densityToStore, writeDensity } from './density.ts';
import { isChanged, isLight } from './light.ts';
import type { Feed, PictureCodec } from '../../shared/image/codec.ts';
import { opening } from '../../shared/image/opening.ts';
import { transcodeJpeg } from './jxl/jpeg-in-jxl.ts';
import { eachPage, prepared, writePicture, type PictureStep } from './picture.ts';
import { readStep } from '../../contract/step.ts';

const step = readStep<PictureStep & PictureCodec>();
const { work, encode = [], feed = 'png' } = step;

const feeders: Readonly<Record<Feed, (image: Sharp, file: string) => Promise<unknown>>> = {
  tiff: (image, file) => image.tiff({ compression: 'none' }).toFile(file),
  png: async (image, file) => {
    const bilevel = step.to === 'apng' && (await isBilevel(image, step.options)) ? bilevelPng : {};
    await image.png({ ...bilevel, compressionLevel: 1 }).toFile(file);
  },
  pgm: async (image, file) => {
    const { data, info } = await image.greyscale().raw().toBuffer({ resolveWithObject: true });
    await writeFile(file, Buffer.concat([Buffer.from(`P5 ${info.width} ${info.height} 255\n`), data]));
  },
};

if (await transcodeJpeg(step)) await warnOfExtraPictures(step);
else if (!(step.allFrames && (await convertFrames()))) {
  await convertPages(step);
  await warnOfLeftOutFrames(step);
  await warnOfExtraPictures(step);
}

/** Returns false if the file is not an animation, or if the target does not support animations. */
async function convertFrames(): Promise<boolean> {
  const { from, to, input, holds, options } = step;
  if (!holds.includes('animation') || options.page !== undefined) return false;
  await refuseTruncated(input, from);
  if (to === 'apng' && !isChanged(step)) return decodeToApng(step);
  const isRead = from === 'gif' || from === 'webp';
  const frames = isRead ? input : await decodeToWebp(step);
  if (frames === undefined) return false;
  if (to !== 'gif' && to !== 'webp') return encodeFrames(step, frames);
  const image = await prepared({ ...step, from: 'webp' }, frames);
  await writePicture(image, step, step.output);
  return true;
}

/**
 * Writes a floating-point picture, including light above white, to a Radiance file. Returns false for pictures without
 * floating-point samples, or if options change the picture.
 */
async function writeRadianceLight(
  step: PictureStep,
  source: string,
  page: number,
  file: string,
): Promise<boolean> {
  const metadata = await sharp(source, { ...opening, page }).metadata();
  if (!isLight(metadata) || isChanged(step)) return false;
  const stored = `${source}[page=${page}]`;
  const opaque = metadata.hasAlpha ? `${step.work}/opaque.v` : stored;
  if (metadata.hasAlpha) await callTool(['vips', 'flatten', stored, opaque, '--background', '1']);
  await callTool(['vips', 'radsave', opaque, file]);
  return true;
}

async function convertPages(step: PictureStep & PictureCodec): Promise<void> {
  const source = await decodePicture(step);
  await eachPage({ ...step, input: source }, async (page, file) => {
    const density = await densityToStore(step, source, page);
    if (await writeHighRange(step, { source, page, file, density })) return;
    if (step.to === 'hdr' && (await writeRadianceLight(step, source, page, file))) return;
    const image = await prepared(step, source, page);
    if (encode.length === 0 && step.to !== 'apng') {
      await writePicture(image, step, file, density);
      return density && writeDensity(file, density);
    }
    const ready = `${work}/ready.${feed}`;
    await feeders[feed](image, ready);
    if (density && feed === 'png') await writeDensity(ready, density);
    if (step.to === 'apng') return writeApng([ready], { delays: [stillDelay], plays: 0 }, file);
    for (const command of encode) {
      await callTool(command.map((word) => word.replace('{page}', ready).replace('{result}', file)));
    }
    if (step.to === 'jxl')
      await writeFile(file, addMetadataToJxl(await readFile(file), await sharp(ready).metadata()));
    if (step.to === 'dpx') await declareVideoSamples(file);
    if (density) await writeDensity(file, density);
  });
}
