/** Encodes animations that sharp cannot write, with the tools of their formats. */
import { readFile, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { maxAnimationPixels, maxPlays } from '../../ffmpeg/images/animation.ts';
import { withPlays } from '../../ffmpeg/images/avif-boxes.ts';
import { shownDelay } from '../../../shared/image/animation/delays.ts';
import { refuse } from '../../../shared/runner/refuse.ts';
import { writeApng, type Timing } from '../../../shared/image/animation/apng.ts';
import { callTool } from '../../../shared/image/call-tool.ts';
import { withLoops } from '../jxl/jxl-loops.ts';
import { opening } from '../../../shared/image/opening.ts';
import { prepared, type PictureStep } from '../picture.ts';
import { avifQuality, jxlQuality } from '../quality-flags.ts';

/** Encodes the frames of an animation, which are PNG files, into one file. */
type Encode = (step: PictureStep, frames: readonly string[], timing: Timing) => Promise<void>;

const encoders: Readonly<Record<string, Encode>> = {
  avif: encodeAvif,
  jxl: encodeJxl,
  apng: ({ output }, frames, timing) => writeApng(frames, timing, output),
};

/** Writes the animation `file`, a GIF or WebP, in the target format. Returns false for a still picture. */
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
  // sharp opens an animation as one tall picture: `height` is the sum of the heights of all frames.
  if (width * height > maxAnimationPixels) refuse('too_many_pixels');
  const frames: string[] = [];
  for (let page = 0; page < pages; page += 1) {
    const frame = `${step.work}/frame-${page}.png`;
    const image = await prepared({ ...step, from: 'webp', input: file }, file, page);
    await image.toColourspace('srgb').png({ compressionLevel: 1 }).toFile(frame);
    frames.push(frame);
  }
  await encode(step, frames, { delays: delay.map(shownDelay), plays: loop });
  return true;
}

async function encodeAvif(
  { options, output }: PictureStep,
  frames: readonly string[],
  { delays, plays }: Timing,
): Promise<void> {
  const timed = frames.flatMap((frame, n) => ['--duration', String(delays[n] ?? 100), frame]);
  // At speed 8, libaom 3.6 aborts in lossless mode.
  const coding = [
    ...['-c', 'aom', '--timescale', '1000'],
    ...(options.lossless ? ['-s', '6', '--lossless'] : ['-s', '8', ...avifQuality(options)]),
  ];
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
  await callTool(['cjxl', joined, output, '-e', '5', ...jxlQuality(options)]);
  const written = await readFile(output);
  await writeFile(output, withLoops(written, Math.min(timing.plays, maxPlays)));
}
