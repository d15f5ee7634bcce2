/**
 * Provides the image of a PDF page: the file's own stream if PDF supports it, a JPEG for lossy sources, otherwise a
 * PNG.
 */
import { copyFile, readFile } from 'node:fs/promises';
import sharp, { type Metadata } from 'sharp';
import { isSrgb } from '../../shared/image/colour/description.ts';
import { declaredColours } from '../sharp/colour/source.ts';
import { shownDensity, unevenDensity, writeDensity } from '../sharp/density.ts';
import { bilevelPng, isBilevel } from '../../shared/image/bilevel.ts';
import { prepared, type PictureStep } from '../sharp/picture.ts';
import { isCodedWithLoss } from './coded-with-loss.ts';
import { joinPngData } from './single-idat.ts';

export interface PageSource {
  /** The uploaded file. */
  original: string;
  /** The file that sharp reads. `page` is the number of a page in this file, counted from 0. */
  picture: string;
  page: number;
}

export interface PageStep extends PictureStep {
  /**
   * Maximum number of pixels. A picture with more pixels is reduced. If no maximum is set, the picture keeps all
   * pixels.
   */
  mostPixels?: number;
  /** Whether the picture is converted to gray. */
  gray?: boolean;
}

/** At this quality, no difference from the original is visible, and the file is half as large as at quality 95. */
const quality = 90;

/** Exif orientations that the page can apply: upright or rotated, not mirrored. */
const turned = [1, 3, 6, 8];

/** Returns the file to place on the page: the original, or a new file named `stem` plus an extension. */
export async function pageImage(asked: PageStep, source: PageSource, stem: string): Promise<string> {
  const { original, picture, page } = source;
  const metadata = await sharp(picture, { page }).metadata();
  const step = withMostPixels(withBackground(asked), metadata);
  if (!asked.gray && !isChanged(step) && (await isEmbeddable(step.from, metadata, original))) {
    // Decodes the file to check that it is complete. The original bytes are embedded unchanged.
    await sharp(picture, { failOn: 'error', limitInputPixels: 100_000_000 }).stats();
    const uneven = step.from === 'jpg' ? await unevenDensity(original) : undefined;
    if (uneven) {
      await copyFile(original, `${stem}.jpg`);
      await writeDensity(`${stem}.jpg`, uneven);
      return `${stem}.jpg`;
    }
    if (step.from !== 'png') return original;
    await joinPngData(original, `${stem}.png`);
    return `${stem}.png`;
  }
  const coloured = await prepared(step, picture, page);
  const image = asked.gray ? coloured.greyscale() : coloured;
  const density = await shownDensity(step, picture, page);
  const keepsAlpha = metadata.hasAlpha && step.holds.includes('alpha') && !(await isOpaque(source));
  if (!keepsAlpha && (await isCodedWithLoss(step.from, original))) {
    await image.flatten().jpeg({ quality }).toFile(`${stem}.jpg`);
    if (density) await writeDensity(`${stem}.jpg`, density);
    return `${stem}.jpg`;
  }
  const drawn = `${stem}-drawn.png`;
  const bilevel = (await isBilevel(image, step.options)) ? bilevelPng : {};
  await (keepsAlpha ? image : image.removeAlpha()).png({ ...bilevel, compressionLevel: 6 }).toFile(drawn);
  if (density) await writeDensity(drawn, density);
  await joinPngData(drawn, `${stem}.png`);
  return `${stem}.png`;
}

function withMostPixels(
  { mostPixels = Infinity, ...step }: PageStep,
  { width, height }: Metadata,
): PictureStep {
  if (width * height <= mostPixels) return step;
  const side = Math.round(Math.max(width, height) * Math.sqrt(mostPixels / (width * height)));
  return { ...step, options: { ...step.options, width: side, height: side, fit: 'inside' } };
}

/**
 * If a background is requested, returns the step without the trait `alpha`, so that transparency is replaced with the
 * background. If no background is requested, returns the step unchanged, and the page keeps transparency.
 */
function withBackground(step: PictureStep): PictureStep {
  if (step.options.background === undefined) return step;
  return { ...step, holds: step.holds.filter((trait) => trait !== 'alpha') };
}

const isOpaque = async ({ picture, page }: PageSource) => (await sharp(picture, { page }).stats()).isOpaque;

const isChanged = ({ options: { width, height, strip_metadata: strips } }: PictureStep) =>
  width !== undefined || height !== undefined || strips === true;

async function isEmbeddable(from: string, metadata: Metadata, file: string): Promise<boolean> {
  const { orientation = 1, hasAlpha, hasProfile, depth, isPalette, isProgressive } = metadata;
  switch (from) {
    case 'jpg':
      return turned.includes(orientation);
    case 'png':
      return (
        orientation === 1 &&
        !hasAlpha &&
        depth === 'uchar' &&
        !isProgressive &&
        !(isPalette && hasProfile) &&
        // A PDF page ignores the colour chunks of a PNG.
        isSrgb(await declaredColours(file, 'png'))
      );
    case 'jp2':
      return !hasAlpha && depth === 'uchar' && hasNamedColours(await readFile(file));
    default:
      return false;
  }
}

/**
 * Returns whether a JPEG 2000 file has the colours that a PDF page assumes: sRGB (16) with 3 channels, or gray (17)
 * with 1.
 */
function hasNamedColours(file: Buffer): boolean {
  const headers = file.subarray(0, Math.max(0, file.indexOf('jp2c', 0, 'latin1')));
  const [image, colours] = [headers.indexOf('ihdr', 0, 'latin1'), headers.indexOf('colr', 0, 'latin1')];
  if (image < 0 || colours < 0 || headers[colours + 4] !== 1) return false;
  const channels = headers.readUInt16BE(image + 12);
  const space = headers.readUInt32BE(colours + 7);
  return (space === 16 && channels === 3) || (space === 17 && channels === 1);
}
