/**
 * Opens and writes images with sharp for all runners: upright, within size limits, and with the traits that the target
 * supports, such as alpha or animation.
 */
import sharp, { type Metadata, type Sharp } from 'sharp';
import type { Trait } from '@protean/formats/format.ts';
import type { Density } from '../../shared/image/density.ts';
import type { Step } from '../../contract/engine.ts';
import { bilevelPalette, bilevelPng, isBilevel } from '../../shared/image/bilevel.ts';
import { withKnownColours } from './colour/known-colours.ts';
import { densityInExif, densityTargets, shownDensity } from './density.ts';
import { addExifToTiff } from '../../shared/image/exif/tiff.ts';
import { refuse } from '../../shared/runner/refuse.ts';
import { isSoft, warnOfSoftAlpha } from '../../shared/image/soft-alpha.ts';
import { isLight, shownLight } from './light.ts';
import { asShades } from './measured-values.ts';
import { shownDelay, storableDelays } from '../../shared/image/animation/delays.ts';
import { declareTransparencyIn } from '../ffmpeg/images/webp-alpha.ts';
import { opening } from '../../shared/image/opening.ts';

export interface PictureStep extends Step {
  /** Traits that the target format can contain, such as `alpha` or `animation`. */
  holds: readonly Trait[];
  /** Whether the source's profile is applied to the pixels. By default, the profile is kept. */
  applyProfile?: boolean;
  /** Whether samples of a high dynamic range stay unchanged, because the target can declare this range. */
  keepsRange?: boolean;
}

/** Maximum number of pages that are converted. */
export const maxPages = 500;

/** Targets that support a colour profile. If the target supports no colour profile, colours are converted to sRGB. */
const profiled = ['jpg', 'png', 'webp', 'tiff', 'avif', 'heic', 'jxl', 'pdf'];

/** Formats whose animations sharp reads and writes. */
export const animated = ['gif', 'webp'];

interface WriteSettings {
  quality: number | undefined;
  lossless: boolean | undefined;
  intermediate: boolean | undefined;
  /** Pixels per millimetre, horizontally. */
  resolution: number;
  lineResolution: number;
  /** Whether every pixel is black or white. */
  bilevel: boolean;
  /** The frame delays of an animation. */
  timing: { delay?: number[] };
}

/** Targets that are written with 1 bit per pixel if all pixels are black or white. */
const bilevelTargets = ['png', 'tiff', 'gif'];

/**
 * For each target format, a function that sets the output format of an image. At the default qualities, differences are
 * hardly visible.
 */
const writers: Readonly<Record<string, (image: Sharp, settings: WriteSettings) => Sharp>> = {
  jpg: (image, { quality = 88 }) => image.jpeg({ quality }),
  png: (image, { intermediate, bilevel }) =>
    image.png({ ...(bilevel ? bilevelPng : {}), ...(intermediate ? { compressionLevel: 1 } : {}) }),
  webp: (image, { quality = 85, lossless = false, timing }) => image.webp({ quality, lossless, ...timing }),
  gif: (image, { bilevel, timing }) => image.gif({ ...(bilevel ? bilevelPalette : {}), ...timing }),
  // By default, libvips would write a TIFF with JPEG compression and 1 pixel per millimetre, which are unusual for a
  // TIFF.
  tiff: (image, { resolution: xres, lineResolution: yres, bilevel }) =>
    bilevel
      ? image.toColourspace('b-w').tiff({ compression: 'ccittfax4', bitdepth: 1, xres, yres })
      : image.tiff({ compression: 'lzw', predictor: 'horizontal', xres, yres }),
  // For a photo of 12 megapixels, the default effort takes 11 s, and effort 2 takes 2 s.
  avif: (image, { quality = 60, lossless = false }) => image.avif({ quality, lossless, effort: 2 }),
};

/** Calls `convert` once for each requested page of the source, with the page number and the path of the result. */
export async function eachPage(
  step: Step,
  convert: (page: number, file: string) => Promise<void>,
): Promise<void> {
  const { pages = 1 } = await sharp(step.input, opening).metadata();
  const { page: requested = step.from === 'tiff' ? 'all' : 1 } = step.options;
  if (requested !== 'all' && requested > pages) refuse('no_such_page');
  if (requested !== 'all' || pages === 1)
    return convert(requested === 'all' ? 0 : requested - 1, step.output);
  if (pages > maxPages) refuse('too_many_pages');
  const digits = String(pages).length + 1;
  for (let page = 0; page < pages; page += 1) {
    await convert(page, `${step.outputDir}/page-${String(page + 1).padStart(digits, '0')}.${step.to}`);
  }
}

/**
 * Returns the upright image. Keeps bit depth and profile if the target supports them. If the target has no alpha,
 * flattens the image.
 */
export async function prepared(step: PictureStep, file: string, page = 0): Promise<Sharp> {
  const isAnimation = animated.includes(step.from) && animated.includes(step.to);
  const { rotate } = step.options;
  const known = isAnimation ? { file, page } : await withKnownColours(step, file, page);
  const shown = isAnimation && rotate !== undefined ? await turnedFrames(file, rotate) : known.file;
  const stored = sharp(shown, { ...opening, ...(isAnimation ? { animated: true } : { page: known.page }) });
  const facts = await stored.metadata();
  const shades = isLight(facts) ? await shownLight(stored, step) : await asShades(stored, facts, step);
  const opened = shades ?? stored;
  const metadata = shades ? { ...facts, depth: 'ushort' as const, hasProfile: false } : facts;
  const { background = 'white' } = step.options;
  // A gray image cannot have a coloured background.
  const coloured = step.options.background === undefined ? opened : opened.pipelineColourspace('srgb');
  const opaque = step.holds.includes('alpha') ? opened : coloured.flatten({ background });
  const oriented = opaque.autoOrient();
  const turned = rotate === undefined || isAnimation ? oriented : oriented.rotate(rotate);
  const moves = isAnimation && (facts.pages ?? 1) > 1;
  const upright = await sizedAsShown(turned, { step, file, page, facts, moves });
  // sharp counts the resolution as metadata, so the resolution is dropped together with the metadata.
  const measured = step.options.strip_metadata ? upright : upright.withDensity(resolutionOf(metadata));
  return withColours(withDepth(measured, metadata, step), metadata, { ...step, ...known });
}

/**
 * Rotates the frames one by one, because sharp can rotate only a single picture. Returns the rotated frames as a WebP
 * file.
 */
async function turnedFrames(file: string, rotate: number): Promise<Buffer> {
  const { width, height, pages = 1, delay, loop } = await sharp(file, { ...opening, pages: -1 }).metadata();
  if (width * height > opening.limitInputPixels) refuse('too_many_pixels');
  if (pages === 1) return sharp(file, opening).rotate(rotate).webp({ lossless: true, effort: 0 }).toBuffer();
  const frames: Buffer[] = [];
  for (let page = 0; page < pages; page += 1)
    frames.push(
      await sharp(file, { ...opening, page })
        .rotate(rotate)
        .png({ compressionLevel: 1 })
        .toBuffer(),
    );
  const timing = { ...(delay ? { delay } : {}), ...(loop === undefined ? {} : { loop }) };
  return sharp(frames, { join: { animated: true } })
    .webp({ lossless: true, effort: 0, ...timing })
    .toBuffer();
}

interface Shown {
  step: PictureStep;
  file: string;
  page: number;
  facts: Metadata;
  moves: boolean;
}

/** Returns the picture resized as requested. Non-square pixels become square if the target cannot state their shape. */
async function sizedAsShown(image: Sharp, { step, file, page, facts, moves }: Shown): Promise<Sharp> {
  if (moves || densityTargets.includes(step.to)) return sized(image, step);
  const density = await shownDensity(step, file, page);
  const { width = Infinity, height = Infinity, fit = 'inside', rotate = 0 } = step.options;
  if (!density || fit !== 'inside') return sized(image, step);
  const isTurned = (facts.orientation ?? 1) >= 5 !== (rotate % 180 === 90);
  const stored = { x: facts.width, y: facts.height };
  const [x, y] = isTurned ? [stored.y, stored.x] : [stored.x, stored.y];
  const shown = { x: x * Math.max(1, density.y / density.x), y: y * Math.max(1, density.x / density.y) };
  const asked = Math.min(width / shown.x, height / shown.y);
  const scale = Number.isFinite(asked) ? asked : 1;
  // With the kernel `nearest`, the lines of a fax stay black and white.
  const kernel = facts.bitsPerSample === 1 ? 'nearest' : 'lanczos3';
  return image.resize({
    width: Math.max(1, Math.round(shown.x * scale)),
    height: Math.max(1, Math.round(shown.y * scale)),
    fit: 'fill',
    kernel,
  });
}

function sized(image: Sharp, { holds, options }: PictureStep): Sharp {
  const { width, height, fit = 'inside', background } = options;
  if (width === undefined && height === undefined) return image;
  const transparent = holds.includes('alpha') ? { r: 0, g: 0, b: 0, alpha: 0 } : 'white';
  const size = { ...(width === undefined ? {} : { width }), ...(height === undefined ? {} : { height }) };
  return image.resize({ ...size, fit, background: background ?? transparent });
}

/**
 * Returns pixels per inch. Without a resolution in the file, libvips assumes 1 pixel per mm, which is never intended.
 */
function resolutionOf({ density, exif }: Metadata): number {
  const stated = density ?? densityInExif(exif)?.x ?? 0;
  return stated < 36 ? 72 : stated;
}

function withDepth(image: Sharp, { depth, channels, hasAlpha }: Metadata, { holds }: PictureStep): Sharp {
  if (depth !== 'ushort' || !holds.includes('depth')) return image;
  return image.toColourspace(channels - (hasAlpha ? 1 : 0) === 1 ? 'grey16' : 'rgb16');
}

function withColours(
  image: Sharp,
  { space, hasProfile, depth, channels, hasAlpha }: Metadata,
  { to, applyProfile, options, intermediate }: PictureStep,
): Sharp {
  const attach = profiled.includes(to);
  const withExif = attach && !options.strip_metadata ? image.keepExif().keepXmp() : image;
  // A gray or CMYK profile is applied to the pixels instead of being kept, because sharp writes three channels.
  const isGray = channels - (hasAlpha ? 1 : 0) === 1;
  if (space === 'cmyk' || (hasProfile && (applyProfile || isGray || !attach))) {
    // Without `grey16`, sharp would not apply the profile of a gray picture with 16 bits.
    const readable = isGray && depth === 'ushort' ? withExif.toColourspace('grey16') : withExif;
    // An intermediate picture needs no profile, because it is sRGB. With a profile, the next step would convert each
    // pixel again.
    return readable.withIccProfile('srgb', { attach: attach && !intermediate });
  }
  if (!attach) return image;
  return options.strip_metadata ? image.keepIccProfile() : image.keepMetadata();
}

/** Writes the image in a format that sharp encodes. */
export async function writePicture(image: Sharp, step: Step, file: string, density?: Density): Promise<void> {
  const { to, options, intermediate } = step;
  const write = writers[to];
  if (!write) throw new Error(`sharp cannot write ${to}`);
  const metadata = await image.metadata();
  const resolution = (density?.x ?? resolutionOf(metadata)) / 25.4;
  const { quality, lossless } = options;
  const lineResolution = density ? density.y / 25.4 : resolution;
  const bilevel = bilevelTargets.includes(to) && (await isBilevel(image, options));
  // libvips rounds the delay of each GIF frame separately, so an animation with 33 ms per frame would become faster.
  const timing = metadata.delay ? { delay: storableDelays(to, metadata.delay.map(shownDelay)) } : {};
  const settings = { quality, lossless, intermediate, resolution, lineResolution, bilevel, timing };
  await write(image, settings).toFile(file);
  if (to === 'gif' && step.from !== 'gif' && metadata.hasAlpha && (await hasSoftAlpha(image)))
    warnOfSoftAlpha(step);
  if (to === 'webp' && metadata.hasAlpha) await declareTransparencyIn(file);
  // A corrupt metadata block is dropped, so that the picture can still be converted.
  if (to === 'tiff' && metadata.exif && !options.strip_metadata)
    await addExifToTiff(file, metadata.exif).catch(() => undefined);
}

const hasSoftAlpha = async (image: Sharp) =>
  isSoft(await image.clone().ensureAlpha().extractChannel('alpha').raw().toBuffer());
