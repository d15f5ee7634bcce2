/** Conversions into a container of streams: which streams come along, which are copied and how the others are encoded. */
import type { Options } from '../options.ts';
import { expectedSeconds, lack, type Attempt } from './attempt.ts';
import type { SoundCoding } from './codings.ts';
import { ffmpeg } from './command.ts';
import { evened, restored } from './filters.ts';
import type { Media, PictureStream, SoundStream } from './media.ts';
import { allowedRate, onScale } from './scale.ts';
import type { Source } from './sources.ts';
import type { Target } from './targets.ts';

export interface Task {
  media: Media;
  source: Source;
  target: Target;
  input: string;
  output: string;
  options: Options;
  /** Filters that draw a picture from the sound where there is none beside it. */
  drawn?: string;
}

/** First with all that may be copied; should that not work, with picture and sound encoded anew and nothing besides. */
export function streamAttempts(task: Task): Attempt[] {
  const [best, plain] = [attempt(task, true), attempt(task, false)];
  return best.commands.join(' ') === plain.commands.join(' ') ? [best] : [best, plain];
}

/** Throws where the file has nothing that the target could take. */
function attempt(task: Task, generous: boolean): Attempt {
  const { media, source, target, input, output } = task;
  const picture = target.picture && media.picture;
  const sounds = chooseSounds(task);
  if (!picture && sounds.length === 0)
    throw lack(media, target.picture && !task.drawn ? 'no_video' : 'no_audio');
  const taken = [...(picture ? [picture] : []), ...sounds];
  const seconds = source.guessesLength ? undefined : expectedSeconds(media, taken);
  const flags = [
    ...drawingFlags(task, sounds),
    ...taken.flatMap(({ index }) => ['-map', `0:${index}`]),
    ...(picture ? pictureFlags(task, picture, generous) : []),
    ...soundFlags(task, sounds, generous && (!task.source.untimed || !picture)),
    ...(generous ? [...subtitleFlags(task), ...coverFlags(task)] : []),
    ...tagFlags(task, sounds),
    ...['-dn', '-max_muxing_queue_size', '4096', ...(target.flags ?? []), '-f', target.muxer, output],
  ];
  return { commands: [ffmpeg(source, input, flags)], ...(seconds !== undefined && { seconds }) };
}

/** The moving picture made of the first sound, for a file that has none of its own. */
function drawingFlags({ media, target, options, drawn }: Task, [first]: readonly SoundStream[]): string[] {
  if (!drawn || !first || !target.picture || media.picture) return [];
  const graph = `[0:${first.index}]${drawn}[drawn]`;
  return ['-filter_complex', graph, '-map', '[drawn]', ...encodingFlags(target.picture, options)];
}

function chooseSounds({ media, target }: Task): readonly SoundStream[] {
  const main = media.sounds.find((stream) => stream.main) ?? media.sounds[0];
  if (!target.sound || !main) return [];
  return target.sound.allTracks ? media.sounds : [main];
}

function pictureFlags({ target, source, options }: Task, stream: PictureStream, mayCopy: boolean): string[] {
  if (!target.picture) return [];
  const asked = options.quality !== undefined || options.bitrate !== undefined;
  if (mayCopy && !asked && !source.untimed && isWelcome(target.picture, stream)) {
    // Apple's players know HEVC only by this name.
    return ['-c:v', 'copy', ...(stream.codec === 'hevc' && target.picture.turns ? ['-tag:v', 'hvc1'] : [])];
  }
  const repeated = source.skipsFrames && stream.framesPerSecond > 0 ? [`fps=${stream.framesPerSecond}`] : [];
  const filters = [...repeated, ...restored(stream), ...(target.picture.fits ?? evened)(stream)];
  return [
    ...(filters.length > 0 ? ['-vf', filters.join(',')] : []),
    ...encodingFlags(target.picture, options),
  ];
}

function encodingFlags(
  { coding, steady }: NonNullable<Target['picture']>,
  { quality, bitrate }: Options,
): string[] {
  return [
    ...coding.flags,
    ...(bitrate === undefined
      ? [coding.quality.flag, String(onScale(coding.quality, quality)), ...(coding.atQuality ?? [])]
      : ['-b:v', `${bitrate}k`, '-maxrate:v', `${bitrate}k`, '-bufsize:v', `${bitrate * 2}k`]),
    ...(steady ? ['-fpsmax', '60'] : []),
    ...['-threads:v', '2'],
  ];
}

function isWelcome({ keeps, plain, turns }: NonNullable<Target['picture']>, stream: PictureStream): boolean {
  const { codec, pixelFormat, turned } = stream;
  if (plain && codec === 'h264' && !['yuv420p', 'yuvj420p'].includes(pixelFormat)) return false;
  return keeps.includes(codec) && (!turned || turns === true);
}

/** One decision for all tracks: copied if all can be. Beside a picture, the options speak of the picture. */
function soundFlags({ target, options }: Task, streams: readonly SoundStream[], mayCopy: boolean): string[] {
  const [first] = streams;
  if (!target.sound || !first) return [];
  const { keeps, coding } = target.sound;
  const wishes: Wishes = target.picture ? { quality: options.quality } : options;
  const asked = !target.picture && (options.quality !== undefined || options.bitrate !== undefined);
  if (mayCopy && !asked && streams.every(({ codec }) => keeps.includes(codec))) return ['-c:a', 'copy'];
  const channels = Math.min(coding.channels ?? Infinity, ...streams.map((stream) => stream.channels));
  return [
    ...(coding.deep && first.depth > 16 ? coding.deep : coding.flags),
    ...(coding.channels !== undefined && first.channels > coding.channels
      ? ['-ac', String(coding.channels)]
      : []),
    ...rateFlags(coding, { ...first, channels }, wishes),
  ];
}

interface Wishes {
  quality?: number | undefined;
  bitrate?: number | undefined;
}

function rateFlags(coding: SoundCoding, stream: SoundStream, { quality, bitrate }: Wishes): string[] {
  if (bitrate !== undefined && coding.rates) return ['-b:a', `${allowedRate(coding, bitrate)}k`];
  if (!coding.quality) return [];
  const value = onScale(coding.quality, quality);
  if (coding.quality.flag !== '-b:a') return [coding.quality.flag, String(value)];
  // The scale is for two channels of full band.
  const share = (stream.channels / 2) * Math.min(1, stream.rate / 44_100);
  return ['-b:a', `${allowedRate(coding, value * share)}k`];
}

const texts = ['subrip', 'ass', 'ssa', 'mov_text', 'webvtt', 'text'];

function subtitleFlags({ media, target }: Task): string[] {
  if (!target.subtitles || !media.picture) return [];
  const { keeps, coding } = target.subtitles;
  return media.subtitles
    .filter(({ codec }) => keeps.includes(codec) || texts.includes(codec))
    .flatMap(({ index, codec }, n) => [
      '-map',
      `0:${index}`,
      `-c:s:${n}`,
      keeps.includes(codec) ? 'copy' : coding,
    ]);
}

function coverFlags({ media: { cover }, target }: Task): string[] {
  if (!target.cover || !cover || !['mjpeg', 'png'].includes(cover.codec)) return [];
  return ['-map', `0:${cover.index}`, '-c:v', 'copy', '-disposition:v:0', 'attached_pic'];
}

function tagFlags({ source }: Task, [sound]: readonly SoundStream[]): string[] {
  const onSound = source.tagsOnSound && sound;
  return ['-map_metadata', '0', ...(onSound ? ['-map_metadata:g', `0:s:${sound.index}`] : [])];
}
