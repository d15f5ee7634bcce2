/** Conversions into a container of streams: which streams come along, which are copied and how the others are encoded. */
import type { Options } from '../runtime/options.ts';
import { RefusedError } from '../runtime/reasons.ts';
import { expectedSeconds, lack, type MediaAttempt } from './attempt.ts';
import type { SoundCoding } from './codings.ts';
import { coverMime, type Cover } from './cover.ts';
import { ffmpeg } from './command.ts';
import { isAsked, pictureCoding, soundCoding } from './codecs.ts';
import { evened, restored, sized } from './filters.ts';
import type { Media, PictureStream, SoundStream } from './media.ts';
import { allowedRate, allowedSamples, broadcastRate, onScale } from './scale.ts';
import type { Source } from './sources.ts';
import { spanFlags, spanSeconds } from './span.ts';
import type { Target } from './targets.ts';

export interface StreamTask {
  media: Media;
  source: Source;
  target: Target;
  input: string;
  output: string;
  options: Options;
  /** The cover that has been put aside for a container that ffmpeg gives none. */
  cover?: Cover | undefined;
  /** Filters that draw a picture from the sound where there is none beside it. */
  drawn?: string;
}

/** First with all that may be copied; should that not work, with picture and sound encoded anew and nothing besides. */
export function streamAttempts(task: StreamTask): MediaAttempt[] {
  const [best, plain] = [attempt(task, true), attempt(task, false)];
  return best.commands.join(' ') === plain.commands.join(' ') ? [best] : [best, plain];
}

/** Throws where the file has nothing that the target could take. */
function attempt(task: StreamTask, generous: boolean): MediaAttempt {
  const { media, source, target, input, output, options } = task;
  const picture = target.picture && media.picture;
  const sounds = options.mute ? [] : chooseSounds(task);
  if (!picture && sounds.length === 0)
    throw lack(media, target.picture && !task.drawn ? 'no_video' : 'no_audio');
  const taken = [...(picture ? [picture] : []), ...sounds];
  const whole = source.guessesLength ? undefined : expectedSeconds(media, taken);
  const seconds = spanSeconds(whole, options);
  if (seconds === 0) throw new RefusedError('nothing_in_range');
  const aside = generous ? task.cover : undefined;
  const flags = [
    ...(aside?.input ?? []),
    ...drawingFlags(task, sounds),
    ...taken.flatMap(({ index }) => ['-map', `0:${index}`]),
    ...(picture ? pictureFlags(task, picture, generous) : []),
    ...soundFlags(task, sounds, generous && (!task.source.untimed || !picture)),
    ...(generous ? [...subtitleFlags(task), ...coverFlags(task)] : []),
    ...tagFlags(task, sounds),
    ...(aside?.output ?? []),
    // Without it some containers get numbers at random: the same film twice is to be the same file.
    ...['-fflags', '+bitexact'],
    ...['-dn', '-max_muxing_queue_size', '4096', ...(target.flags ?? []), '-f', target.muxer, output],
  ];
  return {
    commands: [ffmpeg(source, input, flags, spanFlags(options))],
    ...(seconds !== undefined && { seconds }),
  };
}

/** The moving picture made of the first sound, for a file that has none of its own. */
function drawingFlags(
  { media, target, options, drawn }: StreamTask,
  [first]: readonly SoundStream[],
): string[] {
  if (!drawn || !first || !target.picture || media.picture) return [];
  const graph = `[0:${first.index}]${drawn}[drawn]`;
  return ['-filter_complex', graph, '-map', '[drawn]', ...encodingFlags(target.picture, options)];
}

function chooseSounds({ media, target }: StreamTask): readonly SoundStream[] {
  const main = media.sounds.find((stream) => stream.main) ?? media.sounds[0];
  if (!target.sound || !main) return [];
  return target.sound.allTracks ? media.sounds : [main];
}

function pictureFlags(
  { target, source, options }: StreamTask,
  stream: PictureStream,
  mayCopy: boolean,
): string[] {
  if (!target.picture) return [];
  const mustCopy = options.video_codec === 'copy';
  const keeps = mayCopy && !changesPicture(options) && isAsked(stream.codec, options.video_codec);
  if (mustCopy || (keeps && !source.untimed && isWelcome(target.picture, stream))) {
    // Apple's players know HEVC only by this name.
    return ['-c:v', 'copy', ...(stream.codec === 'hevc' && target.picture.turns ? ['-tag:v', 'hvc1'] : [])];
  }
  const rate = source.countsOut ?? (source.skipsFrames ? stream.framesPerSecond : 0);
  const { fps = rate } = options;
  const size = sized(options, true);
  const { fits = evened, broadcast } = target.picture;
  const shown = broadcast ? broadcastRate(fps > 0 ? fps : stream.framesPerSecond) : fps;
  const filters = [
    ...(shown === 0 ? [] : [`fps=${shown}`]),
    ...restored(stream),
    ...(size.length > 0 && fits === evened ? size : fits(stream)),
  ];
  return [
    ...(filters.length > 0 ? ['-vf', filters.join(',')] : []),
    ...encodingFlags(target.picture, options),
  ];
}

function encodingFlags(picture: NonNullable<Target['picture']>, options: Options): string[] {
  const { quality, bitrate } = options;
  const coding = pictureCoding(picture, options);
  return [
    ...coding.flags,
    ...(bitrate === undefined
      ? [coding.quality.flag, String(onScale(coding.quality, quality)), ...(coding.atQuality ?? [])]
      : ['-b:v', `${bitrate}k`, '-maxrate:v', `${bitrate}k`, '-bufsize:v', `${bitrate * 2}k`]),
    ...(picture.steady ? ['-fpsmax', '60'] : []),
    ...['-threads:v', '2'],
  ];
}

/** A cut in the middle must begin with a whole picture, which only encoding makes there. */
function changesPicture({ quality, bitrate, width, height, fps, start = 0 }: Options): boolean {
  return start > 0 || [quality, bitrate, width, height, fps].some((asked) => asked !== undefined);
}

function isWelcome({ keeps, plain, turns }: NonNullable<Target['picture']>, stream: PictureStream): boolean {
  const { codec, pixelFormat, turned } = stream;
  if (plain && codec === 'h264' && !['yuv420p', 'yuvj420p'].includes(pixelFormat)) return false;
  return keeps.includes(codec) && (!turned || turns === true);
}

/** One decision for all tracks: copied if all can be. Beside a picture, the options speak of the picture. */
function soundFlags(
  { target, options }: StreamTask,
  streams: readonly SoundStream[],
  mayCopy: boolean,
): string[] {
  const [first] = streams;
  if (!target.sound || !first) return [];
  const { keeps } = target.sound;
  const coding = soundCoding(target.sound, options);
  const wishes: Wishes = target.picture ? { quality: options.quality } : options;
  const { audio_codec: codec, sample_rate: samples, channels: wanted } = options;
  const changes = [samples, wanted, ...(target.picture ? [] : [options.quality, options.bitrate])];
  const fits = streams.every((stream) => keeps.includes(stream.codec) && isAsked(stream.codec, codec));
  if (codec === 'copy' || (mayCopy && fits && changes.every((change) => change === undefined)))
    return ['-c:a', 'copy'];
  if (wanted !== undefined && coding.channels?.includes(wanted) === false)
    throw new RefusedError('channels_not_possible');
  const most = wanted ?? Math.max(...(coding.channels ?? [Infinity]));
  const channels = Math.min(most, ...streams.map((stream) => stream.channels));
  const rate = allowedSamples(coding, samples ?? first.rate);
  return [
    ...(coding.deep && first.depth > 16 ? coding.deep : coding.flags),
    ...(wanted !== undefined || first.channels > most ? channelFlags(coding, most) : []),
    ...(rate === first.rate ? [] : ['-ar', String(rate)]),
    ...rateFlags(coding, { ...first, channels, rate }, wishes),
  ];
}

function channelFlags({ layouts = {} }: SoundCoding, channels: number): string[] {
  const layout = layouts[channels];
  return ['-ac', String(channels), ...(layout === undefined ? [] : ['-channel_layout', layout])];
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

function subtitleFlags({ media, target }: StreamTask): string[] {
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

function coverFlags({ media, target }: StreamTask): string[] {
  const { cover } = media;
  if (target.cover !== 'stream' || !cover || coverMime(media) === undefined) return [];
  return ['-map', `0:${cover.index}`, '-c:v', 'copy', '-disposition:v:0', 'attached_pic'];
}

function tagFlags({ source }: StreamTask, [sound]: readonly SoundStream[]): string[] {
  const onSound = source.tagsOnSound && sound;
  return ['-map_metadata', '0', ...(onSound ? ['-map_metadata:g', `0:s:${sound.index}`] : [])];
}
