/**
 * Parses ffprobe's output into the properties from which conversions are planned. Streams for which FFmpeg has no
 * decoder are listed separately.
 */
import { codecLabel, undecodedStreams } from './streams/codec-ids.ts';

export interface SoundStream {
  index: number;
  codec: string;
  channels: number;
  /** Sample rate in Hz. */
  rate: number;
  /** Bits per sample. The depth is 16 if the codec has no fixed number of bits. */
  depth: number;
  seconds?: number;
  main: boolean;
  language?: string;
  title?: string;
}

export interface SubtitleStream {
  index: number;
  codec: string;
  main: boolean;
  language?: string;
  title?: string;
}

/** Colours that a stream declares, by ffprobe's names. */
interface DeclaredColours {
  matrix?: string;
  range?: string;
  primaries?: string;
  transfer?: string;
}

export interface PictureStream {
  index: number;
  codec: string;
  width: number;
  height: number;
  pixelFormat: string;
  interlaced: boolean;
  /** Whether the pixels are square. */
  squarePixels: boolean;
  /** Whether players have to rotate the picture. */
  rotated: boolean;
  /** Whether the picture has a high dynamic range. */
  isHdr: boolean;
  hasAlpha: boolean;
  colours: DeclaredColours;
  framesPerSecond: number;
  /** Highest frame rate of a video whose frames have different durations. */
  peakRate?: number;
  seconds?: number;
}

export interface Media {
  /** Major version of FFmpeg. Absent if the version of FFmpeg does not begin with a number. */
  ffmpegVersion?: number;
  /** Length that the file declares. The length is absent if ffprobe only estimated it. */
  seconds?: number;
  picture?: PictureStream;
  cover?: { index: number; codec: string };
  sounds: readonly SoundStream[];
  subtitles: readonly SubtitleStream[];
  /** Streams that FFmpeg has no decoder for. The list is absent if FFmpeg has a decoder for every stream. */
  undecoded?: readonly UndecodedStream[];
}

export interface UndecodedStream {
  kind: 'video' | 'audio';
  codec: string;
}

interface ProbedStream {
  index: number;
  codec_tag?: string;
  codec_tag_string?: string;
  codec_type?: string;
  codec_name?: string;
  width?: number;
  height?: number;
  pix_fmt?: string;
  field_order?: string;
  sample_aspect_ratio?: string;
  color_space?: string;
  color_range?: string;
  color_primaries?: string;
  color_transfer?: string;
  avg_frame_rate?: string;
  r_frame_rate?: string;
  sample_rate?: string;
  channels?: number;
  bits_per_sample?: number;
  bits_per_raw_sample?: string;
  duration?: string;
  disposition?: Record<string, number>;
  tags?: Record<string, string>;
  side_data_list?: { rotation?: number }[];
}

interface FfprobeResult {
  program_version?: { version?: string };
  streams?: ProbedStream[];
  format?: { duration?: string };
}

/**
 * Returns input flags that select a decoder of libvpx, because FFmpeg's own decoders for VP8 and VP9 drop the alpha
 * channel.
 */
export function alphaDecoder({ codec, hasAlpha }: PictureStream): string[] {
  const decoder = { vp8: 'libvpx', vp9: 'libvpx-vp9' }[codec];
  return hasAlpha && decoder ? ['-c:v', decoder] : [];
}

/**
 * Returns the streams and properties of a file. `json` is ffprobe's stdout, and `stderr` contains its messages.
 * `codecIds` are the codec ids in a Matroska file, one per track.
 */
export function readMedia(json: string, stderr: string, codecIds: readonly string[] = []): Media {
  const { streams = [], format, program_version: program } = JSON.parse(json) as FfprobeResult;
  const version = Number.parseInt(program?.version ?? '', 10);
  const noDecoder = undecodedStreams(stderr);
  const hasDecoder = ({ index, codec_name: codec }: ProbedStream) =>
    codec && codec !== 'unknown' && !noDecoder.includes(index);
  const known = streams.filter(hasDecoder);
  const undecoded = streams.flatMap((stream): UndecodedStream[] => {
    const { codec_type: kind, disposition } = stream;
    const isContent = kind === 'audio' || (kind === 'video' && !disposition?.attached_pic);
    return isContent && !hasDecoder(stream) ? [{ kind, codec: codecLabel(stream, codecIds) }] : [];
  });
  const videos = known.filter(({ codec_type: type, width, height }) => type === 'video' && width && height);
  const moving = videos.find(({ disposition }) => !disposition?.attached_pic);
  const cover = videos.find(({ disposition }) => disposition?.attached_pic);
  const estimated = stderr.includes('Estimating duration from bitrate');
  const sounds = known.filter(
    ({ codec_type: type, channels, sample_rate: rate }) => type === 'audio' && channels && Number(rate),
  );
  return {
    ...(version > 0 && { ffmpegVersion: version }),
    ...withSeconds(estimated ? undefined : format?.duration),
    ...(moving && { picture: pictureStream(moving) }),
    ...(cover && { cover: named(cover) }),
    sounds: sounds.map((stream) => soundStream(stream, estimated)),
    subtitles: known.filter(({ codec_type: type }) => type === 'subtitle').map(trackOf),
    ...(undecoded.length > 0 && { undecoded }),
  };
}

const trackOf = (stream: ProbedStream) => ({
  ...named(stream),
  main: stream.disposition?.default === 1,
  ...(stream.tags?.language && { language: stream.tags.language }),
  ...titleOf(stream),
});

/**
 * Returns the title of a track, if it has one. In MP4, the name of the handler can be the title. Usually, the handler
 * name is the name of a program, which is not returned as a title.
 */
function titleOf({ tags = {} }: ProbedStream): { title?: string } {
  const handler = tags['handler_name'] ?? '';
  const title = tags['title'] ?? (/handler|core media|^iso media|gpac|l-smash/i.test(handler) ? '' : handler);
  return title.trim() === '' ? {} : { title };
}

const named = ({ index, codec_name: codec = '' }: ProbedStream) => ({ index, codec });

function soundStream(stream: ProbedStream, estimated: boolean): SoundStream {
  return {
    ...trackOf(stream),
    channels: stream.channels ?? 1,
    rate: Number(stream.sample_rate),
    depth: Number(stream.bits_per_raw_sample) || stream.bits_per_sample || 16,
    ...withSeconds(estimated ? undefined : declaredLength(stream)),
  };
}

function pictureStream(stream: ProbedStream): PictureStream {
  return {
    ...named(stream),
    width: stream.width ?? 0,
    height: stream.height ?? 0,
    pixelFormat: stream.pix_fmt ?? '',
    interlaced: ['tt', 'bb', 'tb', 'bt'].includes(stream.field_order ?? ''),
    squarePixels: ['1:1', '0:1', 'N/A', undefined].includes(stream.sample_aspect_ratio),
    rotated: (stream.side_data_list ?? []).some(({ rotation = 0 }) => rotation !== 0),
    isHdr: ['smpte2084', 'arib-std-b67'].includes(stream.color_transfer ?? ''),
    hasAlpha: isCodedWithAlpha(stream) || /^(?:rgba|bgra|argb|abgr|gbrap|ya|yuva)/.test(stream.pix_fmt ?? ''),
    colours: declaredColours(stream),
    // If most frames of a video are repeats, FFmpeg reports no average frame rate. For Theora, the declared frame rate
    // replaces the average frame rate.
    framesPerSecond:
      quotient(stream.avg_frame_rate) || (stream.codec_name === 'theora' ? quotient(stream.r_frame_rate) : 0),
    peakRate: quotient(stream.r_frame_rate),
    ...withSeconds(declaredLength(stream)),
  };
}

/**
 * Returns whether the stream declares alpha. The alpha of VP8 and VP9 is a separate stream that only the container
 * declares. The letter case of the tag name is ignored, because FFmpeg writes the name in capital letters when it
 * copies the tag.
 */
function isCodedWithAlpha({ codec_name: codec = '', tags = {} }: ProbedStream): boolean {
  const isDeclared = Object.entries(tags).some(
    ([name, value]) => name.toLowerCase() === 'alpha_mode' && value === '1',
  );
  return ['vp8', 'vp9'].includes(codec) && isDeclared;
}

function declaredColours(stream: ProbedStream): DeclaredColours {
  const known = (name: string, value?: string) =>
    value === undefined || ['unknown', 'reserved', 'N/A'].includes(value) ? {} : { [name]: value };
  return {
    ...known('matrix', stream.color_space),
    ...known('range', stream.color_range),
    ...known('primaries', stream.color_primaries),
    ...known('transfer', stream.color_transfer),
  };
}

/**
 * Returns the declared length in seconds, or undefined. Matroska stores the length in a tag, in a form such as
 * `00:01:02.500`.
 */
function declaredLength({ duration, tags }: ProbedStream): string | undefined {
  const [hours, minutes, seconds] = tags?.DURATION?.split(':').map(Number) ?? [];
  if (duration !== undefined || hours === undefined || minutes === undefined) return duration;
  return String(hours * 3600 + minutes * 60 + (seconds ?? 0));
}

function withSeconds(text: string | undefined): { seconds?: number } {
  const seconds = Number(text);
  return seconds > 0 ? { seconds } : {};
}

function quotient(text = '0/0'): number {
  const [above = 0, below = 0] = text.split('/').map(Number);
  return below > 0 ? above / below : 0;
}
