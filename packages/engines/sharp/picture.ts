/** How every host opens and writes pictures with sharp: upright, bounded, with what the target can hold and no more. */
import sharp, { type Metadata, type Sharp } from 'sharp';
import type { Trait } from '@protean/formats/format.ts';
import type { Step } from '../runtime/engine.ts';
import { addExifToTiff } from './exif/tiff.ts';
import { refuse } from '../runtime/refuse.ts';

export interface PictureStep extends Step {
  /** What the target can hold. */
  holds: readonly Trait[];
  /** Set where the source's own colours are none to keep: its profile is applied. */
  applyProfile?: boolean;
}

// It looks at the content for itself, and would take a drawing for a picture whatever its name.
const loaders = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Tiff'];
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: loaders.map((name) => `VipsForeignLoad${name}`) });

/** More than anyone looks at one by one. */
const maxPages = 500;

const opening = { limitInputPixels: 100_000_000, failOn: 'error' } as const;

/** Targets that carry a colour profile; for the others the colours become sRGB. */
const profiled = ['jpg', 'png', 'webp', 'tiff', 'avif', 'heic', 'jxl', 'pdf'];

const moving = ['gif', 'webp'];

interface Writing {
  quality: number | undefined;
  lossless: boolean | undefined;
  /** Dots a millimetre. */
  resolution: number;
}

/** How each target is written; the qualities are those at which a difference has to be looked for. */
const writers: Readonly<Record<string, (image: Sharp, writing: Writing) => Sharp>> = {
  jpg: (image, { quality = 88 }) => image.jpeg({ quality }),
  png: (image) => image.png(),
  webp: (image, { quality = 85, lossless = false }) => image.webp({ quality, lossless }),
  gif: (image) => image.gif(),
  // Its default is JPEG inside, which is not what somebody who asks for TIFF expects; nor is one dot a millimetre.
  tiff: (image, { resolution: xres }) => {
    return image.tiff({ compression: 'lzw', predictor: 'horizontal', xres, yres: xres });
  },
  // The default effort takes eleven seconds for a photo of twelve megapixels, this one two.
  avif: (image, { quality = 60, lossless = false }) => image.avif({ quality, lossless, effort: 2 }),
};

/** Calls `convert` once for each page of the source that is wanted, with the file that page is to become. */
export async function eachPage(
  step: Step,
  convert: (page: number, file: string) => Promise<void>,
): Promise<void> {
  const { pages = 1 } = await sharp(step.input, opening).metadata();
  const { page: asked = step.from === 'tiff' ? 'all' : 1 } = step.options;
  if (asked !== 'all' && asked > pages) refuse('no_such_page');
  if (asked !== 'all' || pages === 1) return convert(asked === 'all' ? 0 : asked - 1, step.output);
  if (pages > maxPages) refuse('too_many_pages');
  const digits = String(pages).length + 1;
  for (let page = 0; page < pages; page += 1) {
    await convert(page, `${step.outputDir}/page-${String(page + 1).padStart(digits, '0')}.${step.to}`);
  }
}

/** The picture upright, opaque where the target is, as deep as it and the source are, its profile kept or applied. */
export async function prepared(step: PictureStep, file: string, page = 0): Promise<Sharp> {
  const animated = moving.includes(step.from) && moving.includes(step.to);
  const opened = sharp(file, { ...opening, ...(animated ? { animated } : { page }) });
  const metadata = await opened.metadata();
  const { background = 'white' } = step.options;
  // Gray has no place for a colour behind it.
  const coloured = step.options.background === undefined ? opened : opened.pipelineColourspace('srgb');
  const opaque = step.holds.includes('alpha') ? opened : coloured.flatten({ background });
  const upright = sized(opaque.autoOrient(), step);
  // To sharp the resolution is part of what the camera noted.
  const measured = step.options.strip_metadata ? upright : upright.withDensity(resolutionOf(metadata));
  return withColours(withDepth(measured, metadata, step), metadata, step);
}

function sized(image: Sharp, { holds, options }: PictureStep): Sharp {
  const { width, height, fit = 'inside', background } = options;
  if (width === undefined && height === undefined) return image;
  const clear = holds.includes('alpha') ? { r: 0, g: 0, b: 0, alpha: 0 } : 'white';
  const size = { ...(width === undefined ? {} : { width }), ...(height === undefined ? {} : { height }) };
  return image.resize({ ...size, fit, background: background ?? clear });
}

/** Dots an inch. Where the file says none libvips takes one dot a millimetre, which no picture is meant to have. */
function resolutionOf({ density = 0 }: Metadata): number {
  return density < 36 ? 72 : density;
}

function withDepth(image: Sharp, { depth, channels, hasAlpha }: Metadata, { holds }: PictureStep): Sharp {
  if (depth !== 'ushort' || !holds.includes('depth')) return image;
  return image.toColourspace(channels - (hasAlpha ? 1 : 0) === 1 ? 'grey16' : 'rgb16');
}

function withColours(
  image: Sharp,
  { space, hasProfile }: Metadata,
  { to, applyProfile, options }: PictureStep,
): Sharp {
  const attach = profiled.includes(to);
  const described = attach && !options.strip_metadata ? image.keepExif().keepXmp() : image;
  // Ink is told apart by its profile, which no target that shows light can carry.
  if (space === 'cmyk' || (hasProfile && (applyProfile || !attach)))
    return described.withIccProfile('srgb', { attach });
  if (!attach) return image;
  return options.strip_metadata ? image.keepIccProfile() : image.keepMetadata();
}

/** Writes it as one of the targets that sharp has a codec for. */
export async function writePicture(image: Sharp, { to, options }: Step, file: string): Promise<void> {
  const write = writers[to];
  if (!write) throw new Error(`no way to write ${to}`);
  const metadata = await image.metadata();
  const resolution = resolutionOf(metadata) / 25.4;
  const { quality, lossless } = options;
  await write(image, { quality, lossless, resolution }).toFile(file);
  // The picture is converted without a block that is damaged.
  if (to === 'tiff' && metadata.exif && !options.strip_metadata)
    await addExifToTiff(file, metadata.exif).catch(() => undefined);
}
