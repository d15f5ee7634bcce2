/** Reads and writes the pixels per inch of both axes. Faxes and scans have non-square pixels, but sharp assumes one density. */
import { readFile, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import type { Density } from '../../shared/image/density.ts';
import type { Step } from '../../contract/engine.ts';
import { afterHead, chunk } from '../../shared/image/exif/png.ts';
import { isJp2, jp2Density, withJp2Density } from './jp2-density.ts';

const perInch = { metre: 0.0254, centimetre: 2.54 };

/**
 * Targets in which this module writes the density of both axes. In a picture for any other target, pixels become
 * square.
 */
export const densityTargets = ['jpg', 'png', 'apng', 'tiff', 'webp', 'avif', 'heic', 'jxl', 'jp2', 'pdf'];

/**
 * Returns the density of the page with the number `page`, counted from 0. Returns undefined if the file states no
 * density, or if the format is unknown.
 */
async function storedDensity(file: string, page = 0): Promise<Density | undefined> {
  const found = readDensity(await readFile(file), page);
  return found && found.x > 0 && found.y > 0 ? found : undefined;
}

const isUneven = ({ x, y }: Density) => Math.abs(x / y - 1) > 0.01;

/** Returns the density of a page if its axes differ, or undefined for square pixels. */
export async function unevenDensity(file: string, page = 0): Promise<Density | undefined> {
  const found = await storedDensity(file, page);
  return found && isUneven(found) ? found : undefined;
}

/**
 * Returns the result of {@link unevenDensity} for the picture in its upright position, after the requested rotation.
 */
export async function shownDensity(
  step: Pick<Step, 'options'>,
  file: string,
  page: number,
): Promise<Density | undefined> {
  return upright(step, { file, page }, await unevenDensity(file, page));
}

async function upright(
  { options }: Pick<Step, 'options'>,
  { file, page }: { file: string; page: number },
  density: Density | undefined,
): Promise<Density | undefined> {
  if (!density || !isUneven(density)) return density;
  const { orientation = 1 } = await sharp(file, { page }).metadata();
  const isTurned = orientation >= 5 !== ((options.rotate ?? 0) % 180 === 90);
  return isTurned ? { x: density.y, y: density.x } : density;
}

/**
 * Returns the density that `writeDensity` must store. Returns undefined if the target cannot store a density. Also
 * returns undefined if the density is equal for both axes and the encoder has already stored it.
 */
export async function densityToStore(
  step: Pick<Step, 'options' | 'to'>,
  file: string,
  page: number,
): Promise<Density | undefined> {
  if (step.options.strip_metadata || !densityTargets.includes(step.to)) return undefined;
  // The JPEG 2000 encoder stores no density, so the density must be written into a JPEG 2000 result even if both axes
  // have the same density.
  return step.to === 'jp2'
    ? upright(step, { file, page }, await storedDensity(file, page))
    : shownDensity(step, file, page);
}

function readDensity(bytes: Buffer, page: number): Density | undefined {
  try {
    const begins = bytes.toString('latin1', 0, 4);
    if (begins === 'II*\0' || begins === 'MM\0*') return tiffDensity(bytes, page);
    if (begins.endsWith('PNG')) return pngDensity(bytes);
    if (isJp2(bytes)) return jp2Density(bytes);
    return bytes.readUInt16BE(0) === 0xffd8 ? jpegDensity(bytes) : exifDensity(bytes);
  } catch {
    // A truncated header states no density. The truncation is reported later, when the pixels are read.
    return undefined;
  }
}

/** Tags of the horizontal and the vertical resolution, which are fractions, and of their unit. */
const [xTag, yTag, unitTag] = [282, 283, 296];

/**
 * Returns the positions of the horizontal and vertical resolution and of their unit, in a directory of TIFF or Exif
 * data.
 */
function tiffValues(bytes: Buffer, page: number) {
  const isLittle = bytes[0] === 0x49;
  const short = (at: number) => (isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at));
  const long = (at: number) => (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at));
  const write = (at: number, value: number) =>
    void (isLittle ? bytes.writeUInt32LE(value, at) : bytes.writeUInt32BE(value, at));
  const places = new Map<number, number>();
  let directory = long(4);
  for (let n = 0; n < page && directory > 0; n += 1) directory = long(directory + 2 + short(directory) * 12);
  for (let n = 0; directory > 0 && n < short(directory); n += 1) {
    const at = directory + 2 + n * 12;
    const tag = short(at);
    if (tag === xTag || tag === yTag) places.set(tag, long(at + 8));
    if (tag === unitTag) places.set(tag, at + 8);
  }
  return { places, short, long, write };
}

function tiffDensity(bytes: Buffer, page: number): Density | undefined {
  const { places, short, long } = tiffValues(bytes, page);
  const [x, y, unit] = [places.get(xTag), places.get(yTag), places.get(unitTag)];
  if (x === undefined || y === undefined) return undefined;
  const scale = unit !== undefined && short(unit) === 3 ? perInch.centimetre : 1;
  return { x: (long(x) / long(x + 4)) * scale, y: (long(y) / long(y + 4)) * scale };
}

/**
 * Returns the density for the resolutions `x` and `y`. If the file states no unit, `x` and `y` determine only the shape
 * of the pixels.
 */
function densityOf(x: number, y: number, unit = 72 / Math.max(x, y)): Density {
  return { x: x * unit, y: y * unit };
}

function pngDensity(bytes: Buffer): Density | undefined {
  for (let at = 8; at + 12 <= bytes.length; at += bytes.readUInt32BE(at) + 12) {
    const name = bytes.toString('latin1', at + 4, at + 8);
    if (name === 'IDAT') return undefined;
    if (name !== 'pHYs') continue;
    const unit = bytes[at + 16] === 1 ? perInch.metre : undefined;
    return densityOf(bytes.readUInt32BE(at + 8), bytes.readUInt32BE(at + 12), unit);
  }
  return undefined;
}

/** Yields the JFIF and Exif segments of a JPEG, which precede its pixels and may state a density. */
function* densitySegments(bytes: Buffer): Generator<{ kind: 'jfif' | 'exif'; data: Buffer }> {
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff && bytes[at + 1] !== 0xda;) {
    const data = bytes.subarray(at + 4, at + 2 + bytes.readUInt16BE(at + 2));
    if (data.toString('latin1', 0, 5) === 'JFIF\0') yield { kind: 'jfif', data };
    if (data.toString('latin1', 0, 6) === 'Exif\0\0') yield { kind: 'exif', data: data.subarray(6) };
    at += 2 + bytes.readUInt16BE(at + 2);
  }
}

function jpegDensity(bytes: Buffer): Density | undefined {
  const found = [...densitySegments(bytes)].flatMap(({ kind, data }) => {
    if (kind === 'exif') return tiffDensity(data, 0) ?? [];
    const unit = [undefined, 1, perInch.centimetre][data[7] ?? 0];
    return densityOf(data.readUInt16BE(8), data.readUInt16BE(10), unit);
  });
  return found[0];
}

/**
 * Returns the Exif block that states the two resolutions, from a WebP, AVIF, HEIC or JPEG XL. Each container stores the
 * Exif block in a different place. The Exif block is contiguous, so it is found by its first bytes.
 */
function exifBlock(bytes: Buffer): Buffer | undefined {
  for (const mark of ['II*\0', 'MM\0*'])
    for (let at = bytes.indexOf(mark, 0, 'latin1'); at >= 0; at = bytes.indexOf(mark, at + 1, 'latin1')) {
      const block = bytes.subarray(at);
      if (hasResolutions(block)) return block;
    }
  return undefined;
}

function hasResolutions(block: Buffer): boolean {
  try {
    const { places } = tiffValues(block, 0);
    return places.has(xTag) && places.has(yTag);
  } catch {
    return false;
  }
}

function exifDensity(bytes: Buffer): Density | undefined {
  const block = exifBlock(bytes);
  return block && tiffDensity(block, 0);
}

/**
 * Returns the density in an Exif block. WebP and AVIF files need this function, because sharp does not return their
 * density.
 */
export const densityInExif = (exif: Buffer | undefined) => exif && readDensity(exif, 0);

/** Writes the density of both axes into a PNG, JPEG or JPEG 2000, or into the Exif data of another file. */
export async function writeDensity(file: string, density: Density): Promise<void> {
  const bytes = await readFile(file);
  if (bytes.toString('latin1', 1, 4) === 'PNG') return writeFile(file, withPhys(bytes, density));
  if (isJp2(bytes)) return writeFile(file, withJp2Density(bytes, density));
  if (bytes.readUInt16BE(0) !== 0xffd8) {
    const block = exifBlock(bytes);
    if (!block) return;
    writeResolutions(block, density);
    return writeFile(file, bytes);
  }
  const [x, y] = [Math.round(density.x), Math.round(density.y)];
  const segments = [...densitySegments(bytes)];
  for (const { kind, data } of segments)
    if (kind === 'exif') writeResolutions(data, density);
    else writeJfif(data, x, y);
  // Adds a JFIF segment if it is missing. Without JFIF, some readers use one number of the Exif data for both axes.
  const hasJfif = segments.some(({ kind }) => kind === 'jfif');
  await writeFile(
    file,
    hasJfif ? bytes : Buffer.concat([bytes.subarray(0, 2), jfif(x, y), bytes.subarray(2)]),
  );
}

/**
 * Writes the density of `source` into the file `picture`, which was decoded from `source`. `source` is the content of a
 * file or an Exif block.
 */
export async function copyDensity(source: Buffer, picture: string): Promise<void> {
  const density = readDensity(source, 0);
  if (density && density.x > 0 && density.y > 0) await writeDensity(picture, density);
}

function writeJfif(data: Buffer, x: number, y: number): void {
  data.writeUInt8(1, 7);
  data.writeUInt16BE(x, 8);
  data.writeUInt16BE(y, 10);
}

/** Returns a JFIF 1.1 segment without a thumbnail. */
function jfif(x: number, y: number): Buffer {
  const segment = Buffer.from('ffe000104a46494600010100000000000000', 'hex');
  writeJfif(segment.subarray(4), x, y);
  return segment;
}

function writeResolutions(block: Buffer, { x, y }: Density): void {
  const { places, write } = tiffValues(block, 0);
  for (const [tag, value] of [[xTag, x] as const, [yTag, y] as const]) {
    const place = places.get(tag);
    if (place === undefined) continue;
    write(place, Math.round(value));
    write(place + 4, 1);
  }
}

function withPhys(png: Buffer, density: Density): Buffer {
  const phys = Buffer.alloc(9);
  phys.writeUInt32BE(Math.round(density.x / perInch.metre), 0);
  phys.writeUInt32BE(Math.round(density.y / perInch.metre), 4);
  phys.writeUInt8(1, 8);
  const parts = [png.subarray(0, afterHead), chunk('pHYs', phys)];
  for (let at = afterHead; at + 12 <= png.length; at += png.readUInt32BE(at) + 12) {
    const name = png.toString('latin1', at + 4, at + 8);
    const whole = png.subarray(at, at + png.readUInt32BE(at) + 12);
    // Readers may prefer the resolutions in the Exif data, so the Exif data gets the new resolutions too.
    if (name === 'eXIf') parts.push(chunk(name, withResolutions(whole.subarray(8, -4), density)));
    else if (name !== 'pHYs') parts.push(whole);
  }
  return Buffer.concat(parts);
}

function withResolutions(block: Buffer, density: Density): Buffer {
  const written = Buffer.from(block);
  if (hasResolutions(written)) writeResolutions(written, density);
  return written;
}
