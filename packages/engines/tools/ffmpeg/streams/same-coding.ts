/** Decides whether videos can be joined without encoding. */

interface CodedStream {
  codec_type?: string;
  tags?: Record<string, string>;
  [property: string]: unknown;
}

/**
 * Properties that must be equal in all joined videos, because decoders and players do not expect changes within a
 * stream.
 */
const properties: Readonly<Record<string, readonly string[]>> = {
  video: [
    ...[
      'codec_name',
      'profile',
      'extradata_hash',
      'width',
      'height',
      'pix_fmt',
      'field_order',
      'r_frame_rate',
    ],
    ...['sample_aspect_ratio', 'color_range', 'color_space', 'color_transfer', 'color_primaries'],
  ],
  audio: ['codec_name', 'profile', 'extradata_hash', 'sample_rate', 'channels', 'channel_layout'],
  subtitle: ['codec_name', 'extradata_hash'],
};

/**
 * Codings that store their configuration in the data, which may differ from the configuration in the file header.
 * Videos with a coding in this list are not joined by copying.
 */
const selfDescribed = new Set(['mpeg4', 'mpeg2video', 'mpeg1video', 'theora', 'vorbis']);

/**
 * Returns whether all videos have the same coding. Each string is ffprobe's description of the streams of one video.
 */
export function areCodedAlike(probed: readonly string[]): boolean {
  const videos = probed.map((json) => (JSON.parse(json) as { streams?: CodedStream[] }).streams ?? []);
  const [first, ...others] = videos.map(codingOf);
  return first !== undefined && others.every((coding) => coding === first);
}

/**
 * Returns the coding of a video. Returns undefined if the video must not be joined by copying, for example because it
 * does not have exactly one video stream.
 */
function codingOf(streams: readonly CodedStream[]): string | undefined {
  if (streams.filter(({ codec_type: kind }) => kind === 'video').length !== 1) return undefined;
  if (streams.some(({ codec_type: kind = '' }) => !(kind in properties))) return undefined;
  if (streams.some(({ codec_name: codec }) => selfDescribed.has(String(codec)))) return undefined;
  if (streams.some(({ side_data_list: data }) => data !== undefined)) return undefined;
  return JSON.stringify(
    streams.map(({ codec_type: kind = '', ...stream }) => [
      kind,
      ...(properties[kind] ?? []).map((name) => stream[name] ?? null),
    ]),
  );
}
