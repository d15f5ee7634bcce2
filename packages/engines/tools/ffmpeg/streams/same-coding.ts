/** Tells whether films can be played one after the other without being encoded again. */

interface CodedStream {
  codec_type?: string;
  tags?: Record<string, string>;
  [property: string]: unknown;
}

/** What decoders and players must not see change in the middle. */
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

/** Codings whose set-up lies in their own data, so that it may differ where that of the file does not. */
const selfDescribed = new Set(['mpeg4', 'mpeg2video', 'mpeg1video', 'theora', 'vorbis']);

/** Each text is what ffprobe says of the streams of one film. */
export function areCodedAlike(probed: readonly string[]): boolean {
  const films = probed.map((json) => (JSON.parse(json) as { streams?: CodedStream[] }).streams ?? []);
  const [first, ...others] = films.map(codingOf);
  return first !== undefined && others.every((coding) => coding === first);
}

/** Undefined where it has no picture, several, or streams of other kinds than films have. */
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
