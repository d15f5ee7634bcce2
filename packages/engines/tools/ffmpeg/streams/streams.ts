/** Plans conversions into containers: which streams are selected and copied, and how the other streams are encoded. */
import { RefusedError, unsupported } from '../../../contract/reasons.ts';
import { expectedSeconds, missingStream, undecodedOf, type MediaAttempt } from '../attempt.ts';
import type { SoundCoding } from './codings.ts';
import { coverMime, type Cover } from '../images/cover.ts';
import { ffmpeg } from '../command.ts';
import { isRequested, soundCoding } from './codecs.ts';
import { encodingFlags, isCopied, videoChanges, videoFlags, type VideoTask } from '../video.ts';
import { alphaDecoder, type Media, type SoundStream, type SubtitleStream } from '../media.ts';
import { allowedRate, allowedSamples, onScale } from '../images/scale.ts';
import { spanFlags, spanSeconds } from './span.ts';
import { chosenTracks } from './tracks.ts';
import { waveformDelay } from '../images/waveform.ts';

export interface StreamTask extends VideoTask {
  media: Media;
  input: string;
  output: string;
  /** Extracted cover of an audio file, for a container whose muxer does not support covers. */
  cover?: Cover | undefined;
  /** Flags that write the tags. Without flags for tags, FFmpeg copies the tags of the source. */
  tags?: readonly string[] | undefined;
  /** Flags that change copied tags. */
  changedTags?: readonly string[];
  /** Filter that renders audio as video, for audio without video. */
  waveform?: string;
}

/**
 * Returns 2 attempts. The first attempt copies as many streams as possible. The second attempt encodes video and audio,
 * and drops all other streams.
 */
export function streamAttempts(task: StreamTask): MediaAttempt[] {
  const best = attempt(task, true);
  // If the format stays the same and no options are set, the content must not change, so encoding is not allowed.
  if (task.sameFormat && Object.keys(task.options).length === 0) return [best];
  const fallback = attempt(task, false);
  return best.commands.join(' ') === fallback.commands.join(' ') ? [best] : [best, fallback];
}

/**
 * Plans one attempt, which copies streams only if `mayCopy` is true. @throws if the file has no stream that the target
 * supports.
 */
function attempt(task: StreamTask, mayCopy: boolean): MediaAttempt {
  const { media, source, target, input, output, options } = task;
  const picture = target.picture && media.picture;
  const sounds = options.mute ? [] : chooseSounds(task);
  refuseUndecoded(task);
  if (!picture && sounds.length === 0)
    throw missingStream(media, target.picture && !task.waveform ? 'no_video' : 'no_audio');
  const selected = [...(picture ? [picture] : []), ...sounds];
  const wholeSeconds = source.estimatesLength ? undefined : expectedSeconds(media, selected);
  const delay = isWaveform(task) ? waveformDelay : 0;
  const seconds = spanSeconds(wholeSeconds, options);
  if (seconds === 0) throw new RefusedError('nothing_in_range');
  const isEncoded = picture && !isCopied(task, picture, mayCopy);
  const decoder = isEncoded ? alphaDecoder(picture) : [];
  const cover = mayCopy ? task.cover : undefined;
  const flags = [
    ...(cover?.input ?? []),
    ...waveformFlags(task, sounds),
    ...selected.flatMap(({ index }) => ['-map', `0:${index}`]),
    ...(picture ? videoFlags(task, picture, mayCopy) : []),
    ...soundFlags(task, sounds, mayCopy && (!task.source.untimed || !picture || task.sameFormat === true)),
    ...(mayCopy ? [...subtitleFlags(task), ...attachmentFlags(task), ...coverFlags(task)] : []),
    ...(task.tags ?? [...tagFlags(task, sounds), ...(task.changedTags ?? [])]),
    ...timecodeFlags(task),
    ...titleFlags(task, 'a', sounds),
    ...(mayCopy ? titleFlags(task, 's', keptSubtitles(task)) : []),
    ...(cover?.output ?? []),
    // Without the flag `+bitexact`, some containers get random ids. Equal inputs must give equal results.
    ...['-fflags', '+bitexact'],
    ...['-dn', '-max_muxing_queue_size', '4096', ...(target.flags ?? []), '-f', target.muxer, output],
  ];
  return {
    commands: [ffmpeg(source, input, flags, [...decoder, ...spanFlags(options)])],
    ...(seconds !== undefined && { seconds: Math.max(0, seconds - delay) }),
    ...leftOut(task, sounds, mayCopy),
    ...(isEncoded ? videoChanges(task, picture) : {}),
  };
}

/**
 * Ensures that FFmpeg can decode the video and the audio that the result needs. If FFmpeg has no decoder, the
 * conversion would otherwise succeed with a result that lacks the video or the audio. @throws if FFmpeg has no decoder
 * for the video or the audio that the result needs.
 */
function refuseUndecoded({ media, target, options }: StreamTask): void {
  const codec =
    (target.picture && !media.picture ? undecodedOf(media, 'video') : undefined) ??
    (target.sound && !options.mute && media.sounds.length === 0 ? undecodedOf(media, 'audio') : undefined);
  if (codec !== undefined) throw unsupported(`codec ${codec}`);
}

/**
 * Returns the numbers of kept tracks for a warning, such as `1 of 2 audio tracks`. Returns nothing if no track is left
 * out. If the options select or mute audio, audio tracks are not counted.
 */
function leftOut(task: StreamTask, sounds: readonly SoundStream[], mayCopy: boolean): { leftOut?: string } {
  const { media, target, options } = task;
  const isAllAudio = !options.mute && options.track === undefined;
  const audible = isAllAudio
    ? [...media.sounds, ...(media.undecoded ?? []).filter(({ kind }) => kind === 'audio')]
    : [];
  const kept = mayCopy ? subtitleFlags(task).filter((flag) => flag === '-map').length : 0;
  const left = [
    ...(target.sound && sounds.length < audible.length
      ? [`${sounds.length} of ${audible.length} audio tracks`]
      : []),
    ...(target.picture && media.picture && kept < media.subtitles.length
      ? [`${kept} of ${media.subtitles.length} subtitle tracks`]
      : []),
  ];
  return left.length > 0 ? { leftOut: left.join(', ') } : {};
}

/** Returns the flags for a waveform video of the first audio stream, for a file without video. */
function waveformFlags(task: StreamTask, [first]: readonly SoundStream[]): string[] {
  const { target, options, waveform } = task;
  if (!isWaveform(task) || !first || !target.picture) return [];
  const graph = `[0:${first.index}]${waveform}[drawn]`;
  return ['-filter_complex', graph, '-map', '[drawn]', ...encodingFlags(target.picture, options)];
}

function isWaveform({ media, target, waveform }: StreamTask): boolean {
  return waveform !== undefined && target.picture !== undefined && !media.picture;
}

/**
 * Returns the selected audio tracks. If each requested track is written to a separate file, `media` contains only the
 * track for the current file.
 */
function chooseSounds({ media, target, sameFormat, options }: StreamTask): readonly SoundStream[] {
  if (!target.sound) return [];
  const asked = options.track ?? (target.sound.allTracks || sameFormat ? 'all' : undefined);
  return chosenTracks(media.sounds, asked).map(({ track }) => track);
}

/**
 * Returns the flags for audio. Either all tracks are copied or all are encoded. If the result is a video, `bitrate`
 * applies only to the video stream. For a video, `quality` alone does not cause encoding of the audio.
 */
function soundFlags(
  { media, target, options, sameFormat }: StreamTask,
  streams: readonly SoundStream[],
  mayCopy: boolean,
): string[] {
  const [first] = streams;
  if (!target.sound || !first) return [];
  const { keeps } = target.sound;
  const coding = soundCoding(target.sound, options);
  const requested: RateOptions = target.picture ? { quality: options.quality } : options;
  const { audio_codec: codec, sample_rate: samples, channels: wanted } = options;
  const changes = [samples, wanted, ...(target.picture ? [] : [options.quality, options.bitrate])];
  const kept = ({ codec: own }: SoundStream) => (sameFormat ? own !== 'flac' : keeps.includes(own));
  const fits = streams.every((stream) => kept(stream) && isRequested(stream.codec, codec));
  if (codec === 'copy' || (mayCopy && fits && changes.every((change) => change === undefined)))
    return ['-c:a', 'copy'];
  if (wanted !== undefined && coding.channels?.includes(wanted) === false)
    throw new RefusedError('channels_not_possible');
  const maxChannels = wanted ?? Math.max(...(coding.channels ?? [Infinity]));
  const channels = Math.min(maxChannels, ...streams.map((stream) => stream.channels));
  const rate = allowedSamples(coding, samples ?? first.rate);
  return [
    ...(coding.deep && first.depth > 16 ? coding.deep : coding.flags),
    ...(coding.fills ? fillFlags(media) : []),
    ...(wanted !== undefined || first.channels > maxChannels ? channelFlags(coding, maxChannels) : []),
    ...(rate === first.rate ? [] : ['-ar', String(rate)]),
    ...rateFlags(coding, { ...first, channels, rate }, requested),
  ];
}

/**
 * Returns flags that add silence until the video ends. FFmpeg 7 generates silence faster than it encodes video.
 * Therefore, the returned flags limit the length of the silence and make the muxer wait for the video frames. FFmpeg
 * drops the last audio buffer if it is incomplete, so buffers are shorter than a video frame.
 */
function fillFlags({ picture, seconds = picture?.seconds }: Media): string[] {
  const length = seconds === undefined ? '' : `=whole_dur=${Math.ceil(seconds * 1.1) + 1}`;
  const filter = `aresample=async=1:first_pts=0,apad${length},asetnsamples=n=480:p=0`;
  return ['-af', filter, '-shortest', '-max_interleave_delta', '0'];
}

function channelFlags({ layouts = {} }: SoundCoding, channels: number): string[] {
  const layout = layouts[channels];
  // Without `-rematrix_maxval`, integer samples are mixed at a lower level than floating-point samples, so the level
  // would depend on the codec.
  const level = ['-rematrix_maxval', '1'];
  return ['-ac', String(channels), ...level, ...(layout === undefined ? [] : ['-channel_layout', layout])];
}

interface RateOptions {
  quality?: number | undefined;
  bitrate?: number | undefined;
}

function rateFlags(coding: SoundCoding, stream: SoundStream, { quality, bitrate }: RateOptions): string[] {
  if (bitrate !== undefined && coding.rates) return ['-b:a', `${allowedRate(coding, bitrate)}k`];
  if (!coding.quality) return [];
  const value = onScale(coding.quality, quality);
  if (coding.quality.flag !== '-b:a') return [coding.quality.flag, String(value)];
  // The quality scale contains bit rates for 2 channels at a sample rate of 44.1 kHz.
  const share = (stream.channels / 2) * Math.min(1, stream.rate / 44_100);
  return ['-b:a', `${allowedRate(coding, value * share)}k`];
}

const texts = ['subrip', 'ass', 'ssa', 'mov_text', 'webvtt', 'text'];

function subtitleFlags({ media, target, sameFormat }: StreamTask): string[] {
  if (sameFormat) return media.subtitles.flatMap(({ index }) => ['-map', `0:${index}`, '-c:s', 'copy']);
  if (!target.subtitles) return [];
  const { keeps, coding } = target.subtitles;
  return keptSubtitles({ media, target }).flatMap(({ index, codec }, n) => [
    '-map',
    `0:${index}`,
    `-c:s:${n}`,
    keeps.includes(codec) ? 'copy' : coding,
  ]);
}

/** Returns the subtitles that the target supports. */
function keptSubtitles({ media, target }: Pick<StreamTask, 'media' | 'target'>): readonly SubtitleStream[] {
  const { keeps } = target.subtitles ?? {};
  if (!keeps || !media.picture) return [];
  return media.subtitles.filter(({ codec }) => keeps.includes(codec) || texts.includes(codec));
}

/**
 * The tag with the title of a track, by muxer. FFmpeg does not convert the title tag of one muxer to the title tag of
 * another muxer.
 */
const titleTags: Readonly<Record<string, string>> = {
  matroska: 'title',
  webm: 'title',
  mp4: 'handler_name',
  mov: 'handler_name',
  ipod: 'handler_name',
};

function titleFlags(
  { target, sameFormat }: StreamTask,
  kind: 'a' | 's',
  tracks: readonly { title?: string }[],
): string[] {
  const tag = titleTags[target.muxer];
  if (sameFormat || tag === undefined) return [];
  return tracks.flatMap(({ title }, n) =>
    title === undefined ? [] : [`-metadata:s:${kind}:${n}`, `${tag}=${title}`],
  );
}

/** Returns flags that copy attached files, such as fonts for subtitles. */
function attachmentFlags({ target, sameFormat }: StreamTask): string[] {
  return sameFormat && target.muxer === 'matroska' ? ['-map', '0:t?', '-c:t', 'copy'] : [];
}

function coverFlags({ media, target }: StreamTask): string[] {
  const { cover } = media;
  if (target.cover !== 'stream' || !cover || coverMime(media) === undefined) return [];
  return ['-map', `0:${cover.index}`, '-c:v', 'copy', '-disposition:v:0', 'attached_pic'];
}

/**
 * Returns flags that omit the timecode track in MP4, because players display it as a stream that they cannot play. MP4
 * also stores the timecode as a tag.
 */
const timecodeFlags = ({ target, sameFormat }: StreamTask) =>
  target.muxer === 'mp4' && !sameFormat ? ['-write_tmcd', '0'] : [];

function tagFlags({ source }: StreamTask, [sound]: readonly SoundStream[]): string[] {
  const onSound = source.tagsOnSound && sound;
  return ['-map_metadata', '0', ...(onSound ? ['-map_metadata:g', `0:s:${sound.index}`] : [])];
}
