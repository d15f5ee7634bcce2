/** Stores a JPEG in JPEG XL without loss, and restores exactly the same JPEG. */
import { copyFile, open, readFile, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { boxesIn, wholeOf } from '../../../shared/image/boxes.ts';
import type { Step } from '../../../contract/engine.ts';
import { callTool } from '../../../shared/image/call-tool.ts';
import { unevenDensity, writeDensity } from '../density.ts';
import { addMetadataToJxl } from '../../../shared/image/exif/jxl.ts';

/**
 * Writes the result of a conversion between JPEG and JPEG XL without decoding pixels. Returns false if an option
 * changes the picture, the JPEG XL has no reconstruction data, or libjxl does not support the JPEG.
 */
export async function transcodeJpeg(step: Step): Promise<boolean> {
  const { from, to, input, output, options, work } = step;
  if (Object.keys(options).length > 0) return false;
  const [source, result] = [`${work}/source.${from}`, `${work}/transcoded.${to}`];
  try {
    if (from === 'jpg' && to === 'jxl') {
      await copyFile(input, source);
      await callTool(['cjxl', source, result, '--lossless_jpeg=1', '--quiet']);
      await addDensity(source, result);
    } else if (from === 'jxl' && to === 'jpg' && (await hasJpeg(input))) {
      await copyFile(input, source);
      await callTool(['djxl', source, result, '--quiet']);
      if (!(await isJpeg(result))) return false;
    } else return false;
  } catch {
    // If cjxl or djxl fails, the caller decodes the pixels. If the file is corrupt, the decoder of the pixels reports
    // the error.
    return false;
  }
  await copyFile(result, output);
  return true;
}

/**
 * If only the JFIF header states a density, stores the density in the Exif data. Readers of JPEG XL ignore the JFIF
 * header.
 */
async function addDensity(jpeg: string, jxl: string): Promise<void> {
  const { exif, density } = await sharp(jpeg).metadata();
  if (exif || !density) return;
  const dot = { width: 1, height: 1, channels: 3, background: 'black' } as const;
  const png = await sharp({ create: dot }).withMetadata({ density }).png().toBuffer();
  const { exif: block } = await sharp(png).metadata();
  if (!block) return;
  await writeFile(jxl, addMetadataToJxl(await readFile(jxl), { exif: block }));
  const uneven = await unevenDensity(jpeg);
  if (uneven) await writeDensity(jxl, uneven);
}

async function hasJpeg(file: string): Promise<boolean> {
  const bytes = await readFile(file);
  return [...boxesIn(bytes, wholeOf(bytes))].some(({ kind }) => kind === 'jbrd');
}

async function isJpeg(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return buffer.toString('hex') === 'ffd8';
  } finally {
    await file.close();
  }
}
