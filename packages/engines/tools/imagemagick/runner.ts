/** Converts with ImageMagick: identifies the file, selects the frames, and converts colours for the target. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { beginning } from '../../shared/runner/beginning.ts';
import { refuse } from '../../shared/runner/refuse.ts';
import { readStep } from '../../contract/step.ts';
import { iconSizes } from '../../shared/image/icon-sizes.ts';
import { withKnownColours } from '../sharp/colour/known-colours.ts';
import { labInSrgb } from '../sharp/colour/lab.ts';
import { declaredColours } from '../sharp/colour/source.ts';
import { isLight, shownLight } from '../sharp/light.ts';
import { opening } from '../../shared/image/opening.ts';
import { warnOfExtraPictures } from '../sharp/extra-pictures.ts';
import { warnOfLeftOutFrames } from '../sharp/animation/frame-count.ts';
import { alphaNoise, warnOfSoftAlpha } from '../../shared/image/soft-alpha.ts';
import { refuseTruncated } from '../../shared/image/truncation.ts';
import { magickProgram } from '../../contract/imagemagick-programs.ts';

interface ImageMagickStep {
  /** Name of the coder that reads the file. A stated coder prevents ImageMagick from detecting the format. */
  reader: string;
  writer: string;
  /** Which frames of the file are converted. */
  select: 'first' | 'largest' | 'all' | number;
  /**
   * Whether the target can store a colour profile. If the target cannot store a profile, colours are converted to
   * `srgb`.
   */
  keepsProfile: boolean;
  srgb: string;
  /** Profile assumed for CMYK images without a profile. */
  cmyk: string;
  flags: readonly string[];
}

interface Frame {
  index: string;
  width: number;
  height: number;
  /** Whether the frame covers only a part of the canvas of an animation. */
  isPart: boolean;
  /** Pixels per inch, or 0 if the file does not state its resolution. */
  density: { x: number; y: number };
  /** ImageMagick's name for the colour space. */
  space: string;
  profiled: boolean;
  /** Bits per channel. */
  depth: number;
}

/** Targets whose files state the density of both axes. */
const densityTargets = ['jpg', 'png', 'tiff', 'bmp', 'pcx', 'psd', 'psb', 'miff', 'eps'];

/** By target: flags that make ImageMagick write a black and white picture with 1 bit per pixel instead of 8 bits. */
const bilevelFlags: Readonly<Record<string, readonly string[]>> = {
  tiff: ['-type', 'Bilevel', '-compress', 'Group4'],
  bmp: ['-type', 'Bilevel'],
};

/** Screen sizes that old programs stored instead of the density. */
const screens = ['320x200', '320x240', '640x200', '640x350', '640x480', '800x600', '1024x768'];

/** Black point compensation makes black from CMYK as dark as in libvips. */
const likeLibvips = ['-black-point-compensation'];

/**
 * Formats whose colour profile ImageMagick does not find if the flag `-ping` is set: Photoshop formats, and WebP since
 * ImageMagick 7.
 */
const hiddenProfiles = ['psd', 'psb', 'webp'];

/** Lower bound of a plausible density, in pixels per inch. */
const leastDensity = 0.1;

/**
 * Rounds a density that is almost a whole number. Densities converted from pixels per metre are slightly too small, and
 * coders would round them down.
 */
const whole = (perInch: number) =>
  Math.abs(perInch - Math.round(perInch)) < 0.1 ? Math.round(perInch) : perInch;

const pixels = ({ width, height }: Frame) => width * height;

const run = promisify(execFile);
const step = readStep<ImageMagickStep>();
const { output, outputDir, from, to, reader, writer, select, keepsProfile, srgb, cmyk, flags } = step;

await refuseTruncated(step.input, from);
await warnOfLeftOutFrames(step);
await warnOfExtraPictures(step);
const input = await readableInput();
// A bitmap from the Windows clipboard (DIB) has no file header.
const isDib = reader === 'bmp' && beginning(step.input, 2).toString('latin1') !== 'BM';
const coder = from === 'bmp' && input !== step.input ? 'png' : isDib ? 'dib' : reader;
const isInverted = from === 'pcx' && isBilevelPcx(beginning(input, 66));
const frames = selectFrames(await identify());
const digits = String(frames.length).length + 1;
for (const [n, frame] of frames.entries()) {
  const file = frames.length > 1 ? `${outputDir}/page-${String(n + 1).padStart(digits, '0')}.${to}` : output;
  const picture = await shownPicture(frame);
  // Some coders store the file name from the command in the result. ImageMagick therefore runs in the folder of the
  // file and gets the name without the folder.
  const cwd = path.dirname(file);
  const words = [
    ...[picture, '-auto-orient', '+repage'],
    ...(isInverted ? ['-negate'] : []),
    // A resolution without a unit is in pixels per inch.
    ...['-units', 'PixelsPerInch'],
    ...shape(frame),
    ...colours(frame),
    // Some coders do not support samples with fewer than 8 bits. If 4 bits suffice for all colours of the source,
    // ImageMagick 7 would reduce 8 bits to 4, and would round the converted colours to 4 bits.
    ...(frame.depth <= 8 ? ['-depth', '8'] : []),
    ...flags,
    ...(await bilevel(frame)),
    ...(to === 'ico' ? entries(frame) : []),
    `${writer}:${path.basename(file)}`,
  ];
  const { stderr } = await run(magickProgram('convert'), words, { cwd });
  if (to === 'gif' && (await hasSoftAlpha(picture))) warnOfSoftAlpha(step);
  // ImageMagick only warns about a truncated JPEG, but the conversion must fail.
  if (stderr.includes('Premature end')) throw new Error(stderr);
}

/**
 * Returns the whole picture that viewers show for a frame. A frame may store only the changed rectangle, and
 * ImageMagick would read only the changed rectangle. Therefore, sharp draws the whole picture.
 */
async function shownPicture({ index, isPart }: Frame): Promise<string> {
  const read = `${coder}:${input}[${index}]`;
  if (!['gif', 'webp'].includes(from) || (index === '0' && !isPart)) return read;
  const drawn = `${step.work}/frame-${index}.png`;
  return sharp(input, { ...opening, page: Number(index) })
    .keepMetadata()
    .png({ compressionLevel: 1 })
    .toFile(drawn)
    .then(
      () => `png:${drawn}`,
      // sharp fails for some faults that ImageMagick tolerates. If sharp fails, the frame is converted as ImageMagick
      // reads it.
      () => read,
    );
}

/**
 * Returns whether some pixels are partly transparent. The flag `-solarize` maps full transparency and full opacity to
 * black, so other values show partial transparency.
 */
async function hasSoftAlpha(picture: string): Promise<boolean> {
  const isSoft = `%[fx:round(255*maxima)>=${alphaNoise}]`;
  const measured = ['-alpha', 'extract', '-solarize', '50%', '-format', isSoft, 'info:'];
  const { stdout } = await run(magickProgram('convert'), [picture, ...measured]);
  return stdout.trim() === '1';
}

/** Returns the source, or a copy in colours that ImageMagick supports. */
async function readableInput(): Promise<string> {
  const { file } = await withKnownColours(step, await decodedInput(), 0);
  if (from !== 'tiff') return file;
  const stored = sharp(file, opening);
  // If sharp cannot read the metadata, the file is used unchanged, because ImageMagick may still read it.
  const metadata = await stored.metadata().catch(() => undefined);
  if (!metadata || !isLight(metadata) || (metadata.pages ?? 1) > 1) return file;
  const shown = `${step.work}/shown.tiff`;
  await (await shownLight(stored, step)).toColourspace('rgb16').tiff({ compression: 'none' }).toFile(shown);
  return shown;
}

/**
 * Returns the path of a file that sharp reads: the source or a copy. A TIFF in CIELAB is copied as sRGB. A bitmap that
 * declares its colours is copied as PNG, because sharp does not read bitmaps.
 */
async function decodedInput(): Promise<string> {
  if (from !== 'bmp' || !(await declaredColours(step.input, from))) return labInSrgb(step);
  const decoded = `${step.work}/decoded.png`;
  const withoutColours = ['-define', 'png:exclude-chunk=gAMA,cHRM'];
  await run(magickProgram('convert'), [`bmp:${step.input}`, ...withoutColours, `png:${decoded}`]);
  return decoded;
}

/**
 * Returns the flags that draw a picture for each size of the icon. The largest picture is first, because some readers
 * show only the first one.
 */
function entries({ width, height }: Frame): string[] {
  const { options } = step;
  if (options.width !== undefined || options.height !== undefined) return [];
  const sizes = iconSizes(step, Math.max(width, height));
  return [
    ...sizes.flatMap((size) => ['(', '-clone', '0', '-resize', `${size}x${size}>`, ')']),
    ...['-delete', '0'],
  ];
}

/**
 * Returns whether a PCX has 1 bit per pixel in one plane. ImageMagick reads the black pixels of a PCX with 1 bit per
 * pixel as white.
 */
function isBilevelPcx(header: Buffer): boolean {
  return header[3] === 1 && header[65] === 1;
}

async function identify(): Promise<Frame[]> {
  const format = '%p %w %h %W %H %z %[resolution.x] %[resolution.y] %[colorspace] %[profile:icc]\n';
  const ping = hiddenProfiles.includes(reader) ? [] : ['-ping'];
  // If only the first picture is converted, only this picture is read, because the other pictures may be corrupt.
  const pictures = select === 'first' ? `${coder}:${input}[0]` : `${coder}:${input}`;
  const units = ['-units', 'PixelsPerInch'];
  const { stdout } = await run(magickProgram('identify'), [...ping, ...units, '-format', format, pictures]);
  return stdout.split('\n').flatMap((line) => {
    const [index, width, height, canvasWidth, canvasHeight, depth, x, y, space = 'sRGB', ...profile] = line
      .trim()
      .split(' ');
    if (!index) return [];
    return [
      {
        index,
        width: Number(width),
        height: Number(height),
        isPart: width !== canvasWidth || height !== canvasHeight,
        density: { x: Number(x), y: Number(y) },
        depth: Number(depth),
        space,
        profiled: profile.length > 0,
      },
    ];
  });
}

function selectFrames(frames: readonly Frame[]): readonly Frame[] {
  const [first] = frames;
  if (!first) throw new Error('the file contains no picture');
  if (select === 'all') return frames;
  if (typeof select === 'number') return [frames[select - 1] ?? refuse('no_such_page')];
  return [
    select === 'largest'
      ? frames.reduce((largest, frame) => (pixels(frame) > pixels(largest) ? frame : largest))
      : first,
  ];
}

/**
 * Returns the flags that keep the shape of non-square pixels: they set the density, or add pixels if the target stores
 * no density.
 */
function shape({ width, height, density: { x, y }, depth }: Frame): string[] {
  if (!(x > 0 && y > 0)) return [];
  // Old programs store the size of the screen or of the picture instead of the density.
  const isSize = from === 'pcx' && ((x === width && y === height) || screens.includes(`${x}x${y}`));
  // For a picture without density, ImageMagick writes a density of almost 0 to a PSD. An EPS made from such a PSD would
  // be kilometres wide.
  if (isSize || Math.min(x, y) < leastDensity) return ['-density', '72x72'];
  if (densityTargets.includes(to)) return ['-density', `${whole(x)}x${whole(y)}`];
  if (Math.abs(x / y - 1) < 0.01) return [];
  const size = [width * Math.max(1, y / x), height * Math.max(1, x / y)].map(Math.round).join('x');
  return [...(depth === 1 ? ['-filter', 'point'] : []), '-resize', `${size}!`];
}

/**
 * Returns the flags that write a black and white picture with 1 bit per pixel. Returns no flags if the picture was
 * resized, because a resized picture has gray edges.
 */
async function bilevel({ index }: Frame): Promise<readonly string[]> {
  const { width, height } = step.options;
  const kept = bilevelFlags[to];
  if (!kept || width !== undefined || height !== undefined) return [];
  // The pixels are examined, because most coders report more bits than the pixels need.
  const type = await described(index, '%[type] %[opaque]');
  // For some coders, ImageMagick 7 reports a type without examining the pixels.
  const isBilevel =
    /^Bilevel true$/i.test(type) ||
    (/^Grayscale true$/i.test(type) &&
      /^[12] [01] [01]$/.test(await described(index, '%k %[fx:minima] %[fx:maxima]')));
  return isBilevel ? kept : [];
}

/** Returns properties of a frame. `format` is in ImageMagick's notation, in which `%k` is the number of colours. */
async function described(index: string, format: string): Promise<string> {
  const asked = ['-format', `${format}\n`, `${coder}:${input}[${index}]`];
  const { stdout } = await run(magickProgram('identify'), asked);
  return stdout.trim();
}

/** Converts CMYK to RGB, and applies a profile that the target cannot store. */
function colours({ space, profiled }: Frame): string[] {
  if (space.startsWith('CMYK')) {
    const assumed = profiled ? [] : ['-profile', cmyk];
    return [...likeLibvips, ...assumed, '-profile', srgb, ...(keepsProfile ? [] : ['+profile', '*'])];
  }
  // For targets that keep the profile, ImageMagick writes three channels, so a gray profile would not fit.
  if (keepsProfile && !(profiled && space === 'Gray')) return [];
  return [...(profiled ? ['-profile', srgb] : []), ...(keepsProfile ? [] : ['+profile', '*'])];
}
