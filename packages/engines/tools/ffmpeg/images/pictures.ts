/** Plans conversions of video to images: one representative frame, or an animated GIF, PNG or WebP. */
import type { Options } from '../../../contract/options.ts';
import { RefusedError } from '../../../contract/reasons.ts';
import { samplingFlags } from './alpha-sample.ts';
import { expectedSeconds, missingStream, type MediaAttempt } from '../attempt.ts';
import { ffmpeg } from '../command.ts';
import { onWhite, toJpeg, toRgb } from './colours.ts';
import { deinterlaced, limited, scaled, squarePixels, turned, untilEnd } from '../filters.ts';
import { alphaDecoder, type Media, type PictureStream } from '../media.ts';
import { onScale } from './scale.ts';
import type { Source } from '../streams/sources.ts';
import { spanFlags, spanSeconds } from '../streams/span.ts';

export const pictureTargets = ['png', 'jpg', 'gif', 'apng', 'webp'] as const;

export type PictureTarget = (typeof pictureTargets)[number];

export interface PictureTask {
  media: Media;
  source: Source;
  to: PictureTarget;
  input: string;
  output: string;
  work: string;
  options: Options;
  /** Whether the picture, or the final result made from it, supports alpha. */
  holdsAlpha: boolean;
}

export function pictureAttempts(task: PictureTask): MediaAttempt[] {
  const { picture } = task.media;
  if (!picture) throw missingStream(task.media, 'no_video');
  const mapsRange = picture.isHdr && ({ mapsRange: true } as const);
  const flattens = picture.hasAlpha && !task.holdsAlpha && ({ flattens: true } as const);
  return attemptsFor(task, picture).map((attempt) => ({ ...attempt, ...mapsRange, ...flattens }));
}

function attemptsFor(task: PictureTask, picture: PictureStream): MediaAttempt[] {
  switch (task.to) {
    case 'png':
    case 'jpg':
      return still(task, picture);
    case 'gif':
      return [moving(task, picture, gif(task, picture))];
    case 'apng':
      return [moving(task, picture, [apng(task, picture)])];
    case 'webp':
      return [
        moving(task, picture, [animation(task, picture)]),
        // If all frames are equal, libwebp writes a still picture, which declares no length. If the first attempt gives
        // a still picture, the first command of the second attempt measures the length.
        {
          ...moving(task, picture, [measured(task, picture), animation(task, picture)]),
          firstIsMeasured: true,
        },
      ];
  }
}

const frameBufferBytes = 128 * 1024 * 1024;

/**
 * Maximum number of frames that are compared to find a typical one: `maxMapped` for a high dynamic range, otherwise
 * `maxCompared`. `maxMapped` is lower, because mapping a frame to sRGB takes longer than decoding it.
 */
const [maxCompared, maxMapped] = [50, 8];

/**
 * Returns the commands to try, in order, for writing one still frame. The option `start` sets the time of the frame.
 * Without the option, the most typical of several frames near the beginning is used, because many videos begin with
 * black frames and titles. Seeking may find no frame if the declared length is wrong or the index is missing. If the
 * first attempt finds no frame, the second attempt uses the first frames.
 */
function still(task: PictureTask, picture: PictureStream): MediaAttempt[] {
  const { source, input, output, to, media, options } = task;
  const isChosen = options.start !== undefined;
  const filters = [
    ...deinterlaced(picture),
    ...squarePixels(picture),
    ...(isChosen ? inRgb(task, picture) : typical(task, picture)),
    ...turned(options),
    ...scaled(options, false),
    ...(to === 'jpg' ? [toJpeg] : []),
  ].join(',');
  const coding = to === 'png' ? ['png'] : ['mjpeg', '-q:v', String(onScale(jpegScale, options.quality))];
  const encode = [
    ...['-map', `0:${picture.index}`, '-vf', filters, '-frames:v', '1', '-c:v', ...coding],
    ...['-update', '1', '-f', 'image2', output],
  ];
  const decoder = alphaDecoder(picture);
  if (isChosen)
    return [{ commands: [ffmpeg(source, input, encode, [...decoder, '-ss', String(options.start)])] }];
  const start = Math.min(30, (media.seconds ?? picture.seconds ?? 0) / 10).toFixed(2);
  return [['-ss', start], []].map((before) => ({
    commands: [ffmpeg(source, input, encode, [...decoder, ...before])],
  }));
}

/**
 * Returns the filters that select a typical frame. Frames with a high dynamic range are mapped to sRGB before the
 * filter `thumbnail` compares them, because `thumbnail` uses only 8 bits per sample.
 */
function typical(task: PictureTask, picture: PictureStream): string[] {
  const buffered = Math.floor(frameBufferBytes / (picture.width * picture.height * 4));
  const choose = `thumbnail=${Math.max(1, Math.min(picture.isHdr ? maxMapped : maxCompared, buffered))}`;
  const colours = inRgb(task, picture);
  return picture.isHdr ? [...colours, choose] : [choose, ...colours];
}

const inRgb = ({ holdsAlpha }: PictureTask, picture: PictureStream) =>
  picture.hasAlpha && !holdsAlpha ? onWhite(picture) : toRgb(picture);

const jpegScale = { flag: '-q:v', worst: 31, usual: 3, best: 1 };

/** The largest side and the highest frame rate of an animation. */
interface AnimationLimits {
  side: number;
  rate: number;
}

const truecolourLimits: AnimationLimits = { side: 640, rate: 20 };

/** GIF has no quality setting: its quality depends on size, frame rate and number of colours. */
const gifScales = {
  side: { flag: '', worst: 96, usual: 480, best: 960 },
  rate: { flag: '', worst: 4, usual: 12, best: 25 },
  colours: { flag: '', worst: 16, usual: 192, best: 256 },
};

function moving(
  { media, source, options }: PictureTask,
  picture: PictureStream,
  commands: string[][],
): MediaAttempt {
  const wholeSeconds = source.estimatesLength
    ? undefined
    : expectedSeconds({ ...media, sounds: [] }, [picture]);
  const seconds = spanSeconds(wholeSeconds, options);
  if (seconds === 0) throw new RefusedError('nothing_in_range');
  return { commands, ...(seconds !== undefined && { seconds }) };
}

/**
 * Returns filters that set the requested size and frame rate. If the options request no size or no frame rate, the
 * limit for animations applies.
 */
function framesOf(task: PictureTask, picture: PictureStream, { side, rate }: AnimationLimits): string {
  const { media, source, options } = task;
  const [limitedRate, limitedSize] = limited(picture, side, rate);
  // Whether the video is shorter than one frame at this rate.
  const isOneFrame = (picture.seconds ?? media.seconds ?? 1) * (options.fps ?? rate) < 1;
  const size = scaled(options, false);
  return [
    ...deinterlaced(picture),
    ...squarePixels(picture),
    ...turned(options),
    ...(isOneFrame ? [] : [options.fps === undefined ? limitedRate : `fps=${options.fps}`]),
    ...(source.skipsFrames ? untilEnd(picture, options) : []),
    ...(size.length > 0 ? size : [limitedSize]),
    ...inRgb(task, picture),
  ].join(',');
}

/**
 * Returns the commands that write a GIF. The first command selects the palette, because a single pass would keep every
 * frame in memory.
 */
function gif(task: PictureTask, picture: PictureStream): string[][] {
  const { source, input, output, work, options } = task;
  const palette = `${work}/palette.png`;
  const [side, rate, colours] = [gifScales.side, gifScales.rate, gifScales.colours].map((scale) =>
    Math.round(onScale(scale, options.quality)),
  ) as [number, number, number];
  const frames = framesOf(task, picture, { side, rate });
  const chosen = `${frames},palettegen=max_colors=${colours}`;
  const choose = ['-vf', chosen, '-frames:v', '1', '-update', '1', '-f', 'image2', palette];
  const encode = [
    ...['-f', 'image2', '-pattern_type', 'none', '-i', palette],
    ...[
      '-filter_complex',
      `[0:${picture.index}]${frames}[frames];[frames][1:v]paletteuse=dither=bayer:bayer_scale=4:diff_mode=rectangle`,
    ],
    ...['-loop', '0', '-f', 'gif', output],
  ];
  const before = [...alphaDecoder(picture), ...spanFlags(options)];
  const sample = ['-map', `0:${picture.index}`, ...samplingFlags(work, [frames, 'fps=2'])];
  return [
    ...(picture.hasAlpha ? [ffmpeg(source, input, sample, before)] : []),
    ffmpeg(source, input, ['-map', `0:${picture.index}`, ...choose], before),
    ffmpeg(source, input, encode, before),
  ];
}

/** Decodes the frames of the animation without output, to measure their length. */
function measured(task: PictureTask, picture: PictureStream): string[] {
  const { source, input, options } = task;
  const frames = ['-map', `0:${picture.index}`, '-vf', framesOf(task, picture, truecolourLimits)];
  return ffmpeg(
    source,
    input,
    [...frames, '-f', 'null', '-'],
    [...alphaDecoder(picture), ...spanFlags(options)],
  );
}

function apng(task: PictureTask, picture: PictureStream): string[] {
  const { source, input, output, options } = task;
  const frames = framesOf(task, picture, truecolourLimits);
  // Sets 8 bits per sample, because the encoder might keep 16 bits per sample, which would double the file size.
  const pixels = `${frames},format=${picture.hasAlpha ? 'rgba' : 'rgb24'}`;
  return ffmpeg(
    source,
    input,
    [
      ...['-map', `0:${picture.index}`, '-vf', pixels, '-c:v', 'apng', '-pred', 'mixed'],
      ...['-plays', '0', '-f', 'apng', output],
    ],
    [...alphaDecoder(picture), ...spanFlags(options)],
  );
}

function animation(task: PictureTask, picture: PictureStream): string[] {
  const { source, input, output, options } = task;
  const frames = framesOf(task, picture, truecolourLimits);
  return ffmpeg(
    source,
    input,
    [
      ...['-map', `0:${picture.index}`, '-vf', frames, '-c:v', 'libwebp_anim', '-compression_level', '3'],
      ...['-quality', String(onScale({ flag: '-quality', worst: 1, usual: 75, best: 100 }, options.quality))],
      ...['-loop', '0', '-f', 'webp', output],
    ],
    [...alphaDecoder(picture), ...spanFlags(options)],
  );
}
