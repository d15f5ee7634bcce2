/** Which tags of media stay, and how the command is planned that copies everything else without them. */

export interface ProbedStream {
  index: number;
  codec_type?: string;
  codec_name?: string;
  disposition?: Record<string, number>;
  tags?: Record<string, string>;
}

export interface Probed {
  streams?: readonly ProbedStream[];
  chapters?: readonly { tags?: Record<string, string> }[];
  format?: { tags?: Record<string, string> };
}

/** What a container cannot be without, and lengths, which are no more than the packets say. */
const structural =
  /^(language|major_brand|minor_version|compatible_brands|duration|number_of_(frames|bytes)(-\w+)?|bps(-\w+)?|vendor_id|alpha_mode|mimetype|filename)$/i;

/** Values that every file has which FFmpeg writes. */
const neutral =
  /^(Lavf|Lavc|FFmpeg|libebml|VideoHandler|SoundHandler|SubtitleHandler|DataHandler|GPAC ISO \w+ Handler|\[0\]\[0\]\[0\]\[0\])?$/;

/** The streams that play: no covers, and no tracks of data, among which are those of places. */
export function playing(streams: readonly ProbedStream[]): ProbedStream[] {
  return streams.filter(
    ({ codec_type: type = '', disposition }) =>
      ['video', 'audio', 'subtitle'].includes(type) && disposition?.['attached_pic'] !== 1,
  );
}

const fonts = /font|opentype|truetype/i;

/** The fonts of subtitles, which Matroska holds as files with a name. */
export function fontFiles(streams: readonly ProbedStream[]): ProbedStream[] {
  return streams.filter(
    ({ codec_type: type, tags = {} }) => type === 'attachment' && fonts.test(valueOf(tags, 'mimetype') ?? ''),
  );
}

/** What follows the input: each stream that plays as it is, its language, and the titles of chapters. */
export function copyingFlags(probed: Probed, mayHoldFonts: boolean): string[] {
  const streams = [
    ...playing(probed.streams ?? []),
    ...(mayHoldFonts ? fontFiles(probed.streams ?? []) : []),
  ];
  return [
    ...streams.flatMap(({ index }) => ['-map', `0:${index}`]),
    ...['-c', 'copy', '-map_metadata', '-1', '-map_metadata:s', '-1', '-map_chapters', '0'],
    ...streams.flatMap(({ codec_type: type, tags = {} }, n) => [
      ...setting(n, 'language', valueOf(tags, 'language')),
      ...(type === 'attachment' ? setting(n, 'mimetype', valueOf(tags, 'mimetype')) : []),
      ...(type === 'attachment' ? setting(n, 'filename', `font-${n}`) : []),
    ]),
    ...['-fflags', '+bitexact', '-flags:v', '+bitexact', '-flags:a', '+bitexact'],
    ...['-dn', '-max_muxing_queue_size', '4096'],
  ];
}

const setting = (n: number, name: string, value: string | undefined) =>
  value === undefined ? [] : [`-metadata:s:${n}`, `${name}=${value}`];

const valueOf = (tags: Record<string, string>, name: string) =>
  Object.entries(tags).find(([key]) => key.toLowerCase() === name)?.[1];

/** The names of the tags that tell of more than how the file plays. */
export function tellingTags(probed: Probed): string[] {
  return telling(probed).map(([name]) => name);
}

/** The values of what is removed, by which it is searched in the result's bytes; short ones stand anywhere. */
export function removedValues(source: Probed): string[] {
  const kept = new Set((source.chapters ?? []).flatMap(({ tags = {} }) => Object.values(tags)));
  return [...new Set(telling(source).map(([, value]) => value))].filter(
    (value) =>
      Buffer.byteLength(value) >= 10 && !kept.has(value) && !/^\d\d:\d\d:\d\d|^(Lav[fc]|x26[45])/.test(value),
  );
}

/** Names and values, those of the file first. */
function telling({ streams = [], format }: Probed): [name: string, value: string][] {
  const all = [format?.tags ?? {}, ...streams.map(({ tags = {} }) => tags)];
  return all.flatMap((tags) =>
    Object.entries(tags).filter(([name, value]) => !structural.test(name) && !neutral.test(value)),
  );
}
