/** Merges the visible layers of a GIMP picture, and writes the result with sharp. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { opening } from '../../shared/image/opening.ts';
import { prepared, writePicture, type PictureStep } from '../../tools/sharp/picture.ts';
import { withIccProfile } from '../../shared/image/colour/png.ts';
import { refuse } from '../../shared/runner/refuse.ts';
import { readStep } from '../../contract/step.ts';
import { Composition } from './compose.ts';
import { readDocument, type XcfDocument } from './document.ts';
import { TruncatedError } from './file-reader.ts';

const step = readStep<PictureStep>();
const file = await readFile(step.input);
const flat = path.join(step.work, 'flat.png');
try {
  await flatten(file, flat);
} catch (error) {
  if (error instanceof TruncatedError) refuse('truncated');
  throw error;
}
await writePicture(await prepared(step, flat), step, step.output);

/** Writes the picture as PNG, with 16 bits per channel if the file has more than 8. */
async function flatten(source: Buffer, target: string): Promise<void> {
  const document = readDocument(source);
  const { width, height, density, profile } = document;
  if (width * height > opening.limitInputPixels) refuse('too_many_pixels');
  const pixels = pixelsOf(source, document);
  const isDeep = pixels instanceof Uint16Array;
  const raw = sharp(pixels, { raw: { width, height, channels: 4 } });
  const image = isDeep ? raw.toColourspace('rgb16') : raw;
  const png = await (density ? image.withDensity(density) : image).png({ compressionLevel: 1 }).toBuffer();
  await writeFile(target, profile ? withIccProfile(png, profile) : png);
}

function pixelsOf(source: Buffer, document: XcfDocument): Uint8Array | Uint16Array {
  const { width, height, precision } = document;
  const composition = new Composition(source, document);
  const [pixels, most] =
    precision.bytes > 1
      ? [new Uint16Array(width * height * 4), 65_535]
      : [new Uint8ClampedArray(width * height * 4), 255];
  for (let y = 0; y < height; y += 1) {
    const line = composition.line(y);
    const start = y * width * 4;
    for (let n = 0; n < line.length; n += 1)
      pixels[start + n] = Math.round(Math.min(1, Math.max(0, line[n] ?? 0)) * most);
  }
  return pixels instanceof Uint16Array ? pixels : new Uint8Array(pixels.buffer);
}
