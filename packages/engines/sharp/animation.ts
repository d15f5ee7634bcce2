/** Decodes animations that sharp reads one picture of, and encodes those that it cannot write, by the tools of their formats. */
import { readFile, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { maxAnimationPixels } from '../ffmpeg/animation.ts';
import { decodeAvifSequence, isAvifSequence } from '../ffmpeg/avif-sequence.ts';
import { playsOf } from '../ffmpeg/animation.ts';
import { allFrames, delaysOf, storeDelaysIn } from '../ffmpeg/delays.ts';
import { withPlays } from '../ffmpeg/avif-boxes.ts';
import type { Step } from '../runtime/engine.ts';
import { refuse } from '../runtime/refuse.ts';
import { warn } from '../runtime/warn.ts';
import { writeApng, type Timing } from './apng.ts';
import { callTool } from './decode.ts';
import { withLoops } from './jxl-loops.ts';
import { framesInJxlInfo } from './frame-count.ts';
import { opening } from './opening.ts';
import { prepared, type PictureStep } from './picture.ts';

/** Without loss and quickly, for a file that another step reads. */
const losslessWebp = ['-c:v', 'libwebp_anim', '-lossless', '1', '-compression_level', '1'];

/** Writes all frames as an APNG; false where the file holds a single picture. */
export async function decodeToApng(
  step: Pick<Step, 'from' | 'input' | 'output' | 'outputDir'>,
): Promise<boolean> {
  const { from, input, output } = step;
  if (from === 'avif' && isAvifSequence(input)) {
    if (await decodeAvifSequence(input, { to: 'apng' }, output)) warn(step, 'hdr_reduced');
    return true;
  }
  if (from !== 'jxl') return false;
  const told = await callTool(['jxlinfo', input]);
  if (!told.startsWith('JPEG XL animation')) return false;
  const [, width = 0, height = 0] = (/, (\d+)x(\d+),/.exec(told) ?? []).map(Number);
  const frames = framesInJxlInfo(told);
  if (!(width * height <= opening.limitInputPixels) || width * height * frames > maxAnimationPixels)
    refuse('too_many_pixels');
  await callTool(['djxl', input, output]);
  return true;
}

/** The animation as a WebP for sharp; undefined where sharp reads the file whole. */
export async function decodeToWebp(step: Step): Promise<string | undefined> {
  const { from, input, work } = step;
  const decoded = `${work}/frames.webp`;
  if (from === 'avif') {
    if (!isAvifSequence(input)) return undefined;
    if (await decodeAvifSequence(input, { to: 'webp', coding: losslessWebp }, decoded))
      warn(step, 'hdr_reduced');
    return decoded;
  }
  const apng = from === 'apng' ? input : `${work}/frames.apng`;
  if (from !== 'apng' && !(await decodeToApng({ ...step, output: apng }))) return undefined;
  const file = await readFile(apng);
  const delays = delaysOf('apng', file);
  if (delays.length < 2) return undefined;
  const plays = Math.min(65_535, playsOf('apng', file));
  const opened = [
    '-nostdin',
    '-v',
    'error',
    '-xerror',
    '-protocol_whitelist',
    'file',
    '-f',
    'apng',
    '-i',
    apng,
  ];
  await callTool([
    'ffmpeg',
    ...opened,
    ...allFrames,
    ...losslessWebp,
    '-loop',
    String(plays),
    '-f',
    'webp',
    '-y',
    decoded,
  ]);
  await storeDelaysIn(decoded, 'webp', delays);
  return decoded;
}

/** How the frames of an animation, which are PNG files, become one file. */
type Encode = (step: PictureStep, frames: readonly string[], timing: Timing) => Promise<void>;

const encoders: Readonly<Record<string, Encode>> = { avif: encodeAvif, jxl: encodeJxl };

/** Writes the animation `file`, a GIF or WebP, in the format of the step; false where it is a single picture. */
export async function encodeFrames(step: PictureStep, file: string): Promise<boolean> {
  const {
    width,
    height,
    pages = 1,
    delay = [],
    loop = 0,
  } = await sharp(file, { ...opening, pages: -1 }).metadata();
  const encode = encoders[step.to];
  if (!encode || pages < 2) return false;
  // The height is that of all frames together.
  if (width * height > maxAnimationPixels) refuse('too_many_pixels');
  const frames: string[] = [];
  for (let page = 0; page < pages; page += 1) {
    const frame = `${step.work}/frame-${page}.png`;
    const image = await prepared({ ...step, from: 'png' }, file, page);
    await image.toColourspace('srgb').png({ compressionLevel: 1 }).toFile(frame);
    frames.push(frame);
  }
  await encode(step, frames, { delays: delay, plays: loop });
  return true;
}

async function encodeAvif(
  { options, output }: PictureStep,
  frames: readonly string[],
  { delays, plays }: Timing,
): Promise<void> {
  const { quality = 60, lossless } = options;
  const quantizer = Math.round(((100 - quality) * 63) / 100);
  const range = ['min', 'max', 'minalpha', 'maxalpha'].flatMap((name) => [
    `--${name}`,
    name.startsWith('max') ? '63' : '0',
  ]);
  const chosen = [...range, '-a', 'end-usage=q', '-a', `cq-level=${quantizer}`];
  const timed = frames.flatMap((frame, n) => ['--duration', String(delays[n] ?? 100), frame]);
  const coding = ['-c', 'aom', '-s', '8', '--timescale', '1000', ...(lossless ? ['--lossless'] : chosen)];
  const repeats = (await callTool(['avifenc', '--help'])).includes('--repetition-count')
    ? ['--repetition-count', plays === 0 ? 'infinite' : String(plays - 1)]
    : [];
  await callTool(['avifenc', ...coding, ...repeats, '-o', output, ...timed]);
  if (repeats.length === 0) await writeFile(output, withPlays(await readFile(output), plays));
}

async function encodeJxl(
  { options, output, work }: PictureStep,
  frames: readonly string[],
  timing: Timing,
): Promise<void> {
  const joined = `${work}/joined.apng`;
  await writeApng(frames, timing, joined);
  const coding = options.lossless ? ['-d', '0'] : ['-q', String(options.quality ?? 90)];
  await callTool(['cjxl', joined, output, '-e', '5', ...coding]);
  const written = await readFile(output);
  await writeFile(output, withLoops(written, Math.min(timing.plays, 65_535)));
}
