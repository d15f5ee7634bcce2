/** Decodes pictures that sharp cannot read, with the commands of their engine. */
import { readFile } from 'node:fs/promises';
import type { Step } from '../../contract/engine.ts';
import { refuseTruncated } from '../../shared/image/truncation.ts';
import { callTool } from '../../shared/image/call-tool.ts';
import type { Decoding } from '../../shared/image/codec.ts';
import { dpxInSrgb } from './colour/dpx.ts';
import { exrInSrgb } from './colour/exr.ts';
import { labInSrgb } from './colour/lab.ts';
import { copyDensity } from './density.ts';
import { metadataInJxl } from '../../shared/image/exif/jxl.ts';
import { addMetadataToPng } from '../../shared/image/exif/png.ts';
import { refuseUnusualCoding, withKnownBrand } from './heif.ts';
import { firstFrame } from './animation/frames.ts';

const maxPixels = 100_000_000;

/**
 * Returns the path of a file that sharp can read. @throws if the source is truncated, too large or cannot be decoded.
 */
export async function decodePicture(step: Step & Decoding): Promise<string> {
  const { input, from, measure, decode = [], decodeFloats } = step;
  await refuseTruncated(input, from);
  const decoded = step.decoded ?? (await labInSrgb(step));
  const frame = await firstFrame(step);
  if (frame !== undefined) return withMetadata(frame, step);
  const readable = await withKnownBrand(step);
  const call = (command: readonly string[]) =>
    callTool(command.map((word) => (word === input ? readable : word))).catch(async (error: unknown) => {
      await refuseUnusualCoding(step);
      throw error;
    });
  const measured = measure ? await call(measure) : '';
  if (measure) refuseHuge(measured);
  const space = / [12] bands?,/.test(measured) ? 'grey16' : 'rgb16';
  for (const command of decodeFloats && measured.includes(' float,') ? decodeFloats : decode)
    await call(command.map((word) => word.replace('{space}', space)));
  if (from === 'exr') return exrInSrgb(input, decoded, step.work);
  if (from === 'dpx') return dpxInSrgb(step, decoded);
  return withMetadata(decoded, step);
}

/** Formats whose decoders drop the density. For APNG, FFmpeg keeps the density but drops the unit of the density. */
const densityDropped = ['heic', 'jp2', 'apng'];

/**
 * Adds the metadata that the decoder dropped: the density, and all metadata of a JPEG XL. Returns the path of the
 * picture.
 */
async function withMetadata(picture: string, { from, input, work }: Step): Promise<string> {
  if (densityDropped.includes(from) && picture !== input) await copyDensity(await readFile(input), picture);
  const metadata = from === 'jxl' ? metadataInJxl(await readFile(input)) : {};
  if (!metadata.exif && !metadata.xmp) return picture;
  const [bare, full] = [`${work}/bare.png`, `${work}/with-metadata.png`];
  await callTool(['vips', 'copy', picture, `${bare}[compression=0,filter=none]`]);
  try {
    await addMetadataToPng(bare, full, metadata);
    if (metadata.exif) await copyDensity(metadata.exif, full);
    return full;
  } catch {
    // A corrupt metadata block is dropped, so that the picture can still be converted.
    return picture;
  }
}

function refuseHuge(measured: string): void {
  const [, width, height] = /: (\d+)x(\d+)[ ,]/.exec(measured) ?? [];
  if (!(Number(width) * Number(height) <= maxPixels))
    throw new Error(`${width} by ${height} pixels exceed the limits of a picture`);
}
