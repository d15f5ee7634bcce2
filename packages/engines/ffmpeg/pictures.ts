/** Conversions of a video into an image: one telling frame, or the movement as a GIF or WebP. */
import type { Options } from '../runtime/options.ts';
import { RefusedError } from '../runtime/reasons.ts';
import { expectedSeconds, lack, type MediaAttempt } from './attempt.ts';
import { ffmpeg } from './command.ts';
import { reduced, restored, sized, squared } from './filters.ts';
import type { Media, PictureStream } from './media.ts';
import { onScale } from './scale.ts';
import type { Source } from './sources.ts';
import { spanFlags, spanSeconds } from './span.ts';

export const pictureTargets = ['png', 'jpg', 'gif', 'webp'] as const;

export type PictureTarget = (typeof pictureTargets)[number];

export interface PictureTask {
  media: Media;
  source: Source;
  to: PictureTarget;
  input: string;
  output: string;
  work: string;
  options: Options;
}

export function pictureAttempts(task: PictureTask): MediaAttempt[] {
  const { picture } = task.media;
  if (!picture) throw lack(task.media, 'no_video');
  switch (task.to) {
    case 'png':
    case 'jpg':
      return still(task, picture);
    case 'gif':
      return [moving(task, picture, gif(task, picture))];
    case 'webp':
      return [moving(task, picture, [animation(task, picture)])];
  }
}

const bytesForFrames = 128 * 1024 * 1024;

/**
 * Videos begin in black and with titles: the most typical of some frames a tenth into it stands for it. Where nothing
 * is found there (a length that is wrong, no index to seek by), frames from the start are looked at.
 */
function still(
  { source, input, output, to, media, options }: PictureTask,
  picture: PictureStream,
): MediaAttempt[] {
  const { width, height, index } = picture;
  const frames = Math.max(1, Math.min(50, Math.floor(bytesForFrames / (width * height * 4))));
  const told = options.start !== undefined;
  const filters = [
    ...restored(picture),
    ...squared(picture),
    ...(told ? [] : [`thumbnail=${frames}`]),
    ...sized(options, false),
  ].join(',');
  const coding = to === 'png' ? ['png'] : ['mjpeg', '-q:v', String(onScale(jpegScale, options.quality))];
  const draw = [
    ...['-map', `0:${index}`, '-vf', filters, '-frames:v', '1', '-c:v', ...coding],
    ...['-update', '1', '-f', 'image2', output],
  ];
  if (told) return [{ commands: [ffmpeg(source, input, draw, ['-ss', String(options.start)])] }];
  const tenth = Math.min(30, (media.seconds ?? picture.seconds ?? 0) / 10).toFixed(2);
  return [['-ss', tenth], []].map((before) => ({ commands: [ffmpeg(source, input, draw, before)] }));
}

const jpegScale = { flag: '-q:v', worst: 31, usual: 3, best: 1 };

/** The largest side and the most frames a second that an animation is good for. */
const side = 640;
const rates = { gif: 15, webp: 20 };

function moving(
  { media, source, options }: PictureTask,
  picture: PictureStream,
  commands: string[][],
): MediaAttempt {
  const whole = source.guessesLength ? undefined : expectedSeconds({ ...media, sounds: [] }, [picture]);
  const seconds = spanSeconds(whole, options);
  if (seconds === 0) throw new RefusedError('nothing_in_range');
  return { commands, ...(seconds !== undefined && { seconds }) };
}

/** As small and slow as an animation should be, or as it was asked for. */
function framesOf(picture: PictureStream, options: Options, usualRate: number): string {
  const [slower, smaller] = reduced(picture, side, usualRate);
  const size = sized(options, false);
  return [
    ...restored(picture),
    ...squared(picture),
    options.fps === undefined ? slower : `fps=${options.fps}`,
    ...(size.length > 0 ? size : [smaller]),
  ].join(',');
}

/** The colours are chosen in a run of their own: choosing and drawing in one would keep every frame in memory. */
function gif({ source, input, output, work, options }: PictureTask, picture: PictureStream): string[][] {
  const palette = `${work}/palette.png`;
  const frames = framesOf(picture, options, rates.gif);
  const choose = ['-vf', `${frames},palettegen`, '-frames:v', '1', '-update', '1', '-f', 'image2', palette];
  const draw = [
    ...['-f', 'image2', '-pattern_type', 'none', '-i', palette],
    ...[
      '-filter_complex',
      `[0:${picture.index}]${frames}[frames];[frames][1:v]paletteuse=dither=bayer:diff_mode=rectangle`,
    ],
    ...['-loop', '0', '-f', 'gif', output],
  ];
  const before = spanFlags(options);
  return [
    ffmpeg(source, input, ['-map', `0:${picture.index}`, ...choose], before),
    ffmpeg(source, input, draw, before),
  ];
}

function animation({ source, input, output, options }: PictureTask, picture: PictureStream): string[] {
  const frames = framesOf(picture, options, rates.webp);
  return ffmpeg(
    source,
    input,
    [
      ...['-map', `0:${picture.index}`, '-vf', frames, '-c:v', 'libwebp_anim', '-compression_level', '3'],
      ...['-quality', String(onScale({ flag: '-quality', worst: 1, usual: 75, best: 100 }, options.quality))],
      ...['-loop', '0', '-f', 'webp', output],
    ],
    spanFlags(options),
  );
}
