/** The command lines for ffprobe and ffmpeg: what stands before every input, so that a file reaches nothing but itself. */
import type { Source } from './sources.ts';

/** Only local files, only this demuxer even for what it would open in turn, and bounds on what a header may claim. */
function opened(source: Source, input: string): string[] {
  return [
    ...['-protocol_whitelist', 'file,pipe', '-format_whitelist', formatNames(source)],
    ...['-max_streams', '64', '-f', source.demuxer],
    ...['-i', input],
  ];
}

// The whitelist is held against the demuxer's full name, which for this one is a list.
const formatNames = ({ demuxer }: Source) =>
  demuxer === 'mov' ? 'mov,mp4,m4a,3gp,3g2,mj2' : demuxer === 'matroska' ? 'matroska,webm' : demuxer;

const maxBytesAtOnce = String(256 * 1024 * 1024);
const maxPixels = '100000000';

const shown = [
  'stream=index,codec_type,codec_name,width,height,pix_fmt,field_order,sample_aspect_ratio,color_transfer',
  'avg_frame_rate,sample_rate,channels,bits_per_sample,bits_per_raw_sample,duration',
].join(',');

export function ffprobe(source: Source, input: string): string[] {
  return [
    ...['ffprobe', '-v', 'warning', '-max_alloc', maxBytesAtOnce, '-of', 'json'],
    ...['-show_entries', `${shown}:stream_disposition=default,attached_pic:stream_tags=DURATION`],
    ...['-show_entries', 'stream_side_data=rotation:format=duration'],
    ...opened(source, input),
  ];
}

/** `before` are flags of the input, `after` the rest of the command. What it has done it tells on its standard output. */
export function ffmpeg(
  source: Source,
  input: string,
  after: readonly string[],
  before: readonly string[] = [],
): string[] {
  return [
    ...['ffmpeg', '-nostdin', '-hide_banner', '-v', 'error', '-y', '-max_alloc', maxBytesAtOnce],
    ...['-progress', 'pipe:1', '-nostats', '-stats_period', '1'],
    ...['-filter_threads', '2', '-filter_complex_threads', '2', '-max_error_rate', '0.2'],
    ...before,
    ...['-max_pixels', maxPixels, '-threads', '2'],
    ...opened(source, input),
    ...after,
  ];
}
