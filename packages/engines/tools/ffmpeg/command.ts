/**
 * Builds the command lines of ffprobe and ffmpeg. The flags before each input prevent a file from opening other files.
 */
import { listedDecoders, listedPictureDecoders } from './streams/decoders.ts';
import type { Source } from './streams/sources.ts';

/**
 * Returns the input flags of an FFmpeg command. The flags allow only local files, the demuxer of the source (also for
 * nested inputs) and the listed decoders. The input flags also limit the number of streams.
 */
function inputFlags(source: Source, input: string): string[] {
  return [
    ...['-protocol_whitelist', 'file,pipe', '-format_whitelist', formatNames(source)],
    ...listedDecoders,
    ...['-max_streams', '64', '-f', source.demuxer],
    ...['-i', input],
  ];
}

// FFmpeg compares the whitelist with the full name of the demuxer. For mov and matroska, the demuxer's name is a
// comma-separated list.
const formatNames = ({ demuxer }: Source) =>
  demuxer === 'mov' ? 'mov,mp4,m4a,3gp,3g2,mj2' : demuxer === 'matroska' ? 'matroska,webm' : demuxer;

const maxAllocation = String(256 * 1024 * 1024);
const maxPixels = '100000000';

export const streamEntries = [
  'stream=index,codec_type,codec_name,codec_tag,codec_tag_string,width,height,pix_fmt,field_order,sample_aspect_ratio',
  'color_space,color_range,color_primaries,color_transfer',
  'avg_frame_rate,r_frame_rate,sample_rate,channels,bits_per_sample,bits_per_raw_sample,duration',
].join(',');

export function ffprobe(source: Source, input: string): string[] {
  return [
    ...['ffprobe', '-v', 'warning', '-max_alloc', maxAllocation, '-of', 'json', '-show_program_version'],
    ...['-show_entries', `${streamEntries}:stream_disposition=default,attached_pic:stream_tags`],
    ...['-show_entries', 'stream_side_data=rotation:program_tags:format=duration:format_tags'],
    '-show_chapters',
    ...inputFlags(source, input),
  ];
}

/** Returns the command that prints the length of a result in seconds. */
export function ffprobeLength(result: string): string[] {
  const entries = ['-show_entries', 'format=duration', '-of', 'csv=p=0'];
  return ['ffprobe', '-v', 'error', '-protocol_whitelist', 'file', ...entries, result];
}

/**
 * Returns the ffmpeg command, which logs its progress to stdout. `before` contains the input flags, and `after`
 * contains all arguments after the input.
 */
export function ffmpeg(
  source: Source,
  input: string,
  after: readonly string[],
  before: readonly string[] = [],
): string[] {
  return [...globalFlags, ...before, ...limitedInput(source, input), ...after];
}

/** Returns the ffmpeg command for several input files of one format. */
export function ffmpegOfSeveral(
  source: Source,
  inputs: readonly string[],
  after: readonly string[],
): string[] {
  return [...globalFlags, ...inputs.flatMap((input) => limitedInput(source, input)), ...after];
}

/**
 * Returns the ffmpeg command that joins Matroska files without changing their packets. The file `list` contains the
 * names of the Matroska files.
 */
export function ffmpegOfList(list: string, after: readonly string[]): string[] {
  const formats = 'concat,matroska,webm';
  return [
    ...globalFlags,
    ...['-protocol_whitelist', 'file,pipe', '-format_whitelist', formats],
    ...listedDecoders,
    ...['-f', 'concat', '-safe', '0', '-auto_convert', '0', '-i', list],
    ...after,
  ];
}

/** Returns the command that lists all properties of every stream, including a hash of its decoder configuration. */
export function ffprobeCodings(source: Source, input: string): string[] {
  return [
    ...['ffprobe', '-v', 'error', '-max_alloc', maxAllocation, '-of', 'json'],
    ...['-show_streams', '-show_data_hash', 'sha256'],
    ...inputFlags(source, input),
  ];
}

/** Returns the command that lists the tags of a file, its streams and its chapters. */
export function ffprobeTags(source: Source, input: string): string[] {
  return ffprobeAll(source, input, 'error');
}

/** Returns a command like {@link ffprobeTags} that also reports on stderr if the length is an estimate. */
export function ffprobeInfo(source: Source, input: string): string[] {
  return ffprobeAll(source, input, 'warning');
}

function ffprobeAll(source: Source, input: string, level: 'error' | 'warning'): string[] {
  return [
    ...['ffprobe', '-v', level, '-max_alloc', maxAllocation, '-of', 'json'],
    ...['-show_format', '-show_streams', '-show_chapters', '-show_entries', 'program_tags'],
    ...inputFlags(source, input),
  ];
}

/** Start of a command that reads one local image file and fails at the first error in the file. */
export const strictFfmpeg = [
  ...['ffmpeg', '-nostdin', '-v', 'error', '-xerror', '-protocol_whitelist', 'file'],
  ...listedPictureDecoders,
];

/**
 * Largest gap in seconds between two timestamps of a stream. A larger gap between timestamps means that a timestamp is
 * invalid, and ffmpeg replaces this timestamp. Without this limit, one damaged timestamp makes ffmpeg repeat a frame
 * for hours of video.
 */
const longestGap = '3600';

const globalFlags = [
  ...['ffmpeg', '-nostdin', '-hide_banner', '-v', 'error', '-y', '-max_alloc', maxAllocation],
  ...['-progress', 'pipe:1', '-nostats', '-stats_period', '1'],
  ...['-filter_threads', '2', '-filter_complex_threads', '2', '-max_error_rate', '0.2'],
  ...['-dts_error_threshold', longestGap],
];

const limitedInput = (source: Source, input: string) => [
  ...['-max_pixels', maxPixels, '-threads', '2'],
  ...inputFlags(source, input),
];
