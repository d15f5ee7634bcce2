/** Selects the media tags that stay, and builds FFmpeg flags that copy a file without all other tags. */

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

/**
 * Tags that are kept, because a container requires them or because they only repeat information in the packets, such as
 * durations.
 */
const structural =
  /^(language|major_brand|minor_version|compatible_brands|duration|number_of_(frames|bytes)(-\w+)?|bps(-\w+)?|vendor_id|alpha_mode|mimetype|filename)$/i;

/** Tag values that FFmpeg writes into files by itself. */
const neutral =
  /^(Lavf|Lavc|FFmpeg|libebml|VideoHandler|SoundHandler|SubtitleHandler|DataHandler|GPAC ISO \w+ Handler|\[0\]\[0\]\[0\]\[0\])?$/;

/** Returns the streams that players play. Covers and data tracks are excluded. A data track may contain locations. */
export function playing(streams: readonly ProbedStream[]): ProbedStream[] {
  return streams.filter(
    ({ codec_type: type = '', disposition }) =>
      ['video', 'audio', 'subtitle'].includes(type) && disposition?.['attached_pic'] !== 1,
  );
}

const fonts = /font|opentype|truetype/i;

/** Returns the subtitle fonts, which Matroska stores as named attachments. */
export function fontFiles(streams: readonly ProbedStream[]): ProbedStream[] {
  return streams.filter(
    ({ codec_type: type, tags = {} }) => type === 'attachment' && fonts.test(valueOf(tags, 'mimetype') ?? ''),
  );
}

/**
 * Returns the flags that copy each playable stream with its language. The flags must follow the input on the command
 * line.
 */
export function copyingFlags(probed: Probed, mayHoldFonts: boolean): string[] {
  const streams = [
    ...playing(probed.streams ?? []),
    ...(mayHoldFonts ? fontFiles(probed.streams ?? []) : []),
  ];
  return [
    ...streams.flatMap(({ index }) => ['-map', `0:${index}`]),
    ...['-c', 'copy', '-map_metadata', '-1', '-map_metadata:s', '-1'],
    ...streams.flatMap(({ codec_type: type, tags = {} }, n) => [
      ...setting(n, 'language', valueOf(tags, 'language')),
      ...(type === 'attachment' ? setting(n, 'mimetype', valueOf(tags, 'mimetype')) : []),
      ...(type === 'attachment' ? setting(n, 'filename', `font-${n}`) : []),
    ]),
    ...['-fflags', '+bitexact', '-flags:v', '+bitexact', '-flags:a', '+bitexact'],
    ...['-dn', '-max_muxing_queue_size', '4096'],
  ];
}

/** Returns the flags that copy the chapters, but keep no chapter metadata except the titles. */
export function chapterCopyingFlags({ chapters = [] }: Probed): string[] {
  if (chapters.length === 0) return ['-map_chapters', '-1'];
  const titles = chapters.flatMap(({ tags = {} }, n) => {
    const title = valueOf(tags, 'title');
    return title === undefined ? [] : [`-metadata:c:${n}`, `title=${title}`];
  });
  // Without the flags in `withoutTags`, FFmpeg would copy all tags of the chapters.
  const withoutTags = chapters.flatMap((_, n) => [`-map_metadata:c:${n}`, '-1']);
  return ['-map_chapters', '0', ...withoutTags, ...titles];
}

const setting = (n: number, name: string, value: string | undefined) =>
  value === undefined ? [] : [`-metadata:s:${n}`, `${name}=${value}`];

const valueOf = (tags: Record<string, string>, name: string) =>
  Object.entries(tags).find(([key]) => key.toLowerCase() === name)?.[1];

/** Returns the names of tags that reveal more than a player needs. */
export function tellingTags(probed: Probed): string[] {
  return telling(probed).map(([name]) => name);
}

/**
 * Returns the values of removed tags. The check searches the bytes of the result for the values of removed tags. Short
 * values are excluded, because they may occur by chance.
 */
export function removedValues(source: Probed): string[] {
  const kept = new Set((source.chapters ?? []).map(({ tags = {} }) => valueOf(tags, 'title')));
  return [...new Set(telling(source).map(([, value]) => value))].filter(
    (value) =>
      Buffer.byteLength(value) >= 10 && !kept.has(value) && !/^\d\d:\d\d:\d\d|^(Lav[fc]|x26[45])/.test(value),
  );
}

/**
 * Returns the names and values of tags that reveal more than a player needs. The tags of the container come first,
 * followed by the tags of the streams.
 */
function telling({ streams = [], format, chapters = [] }: Probed): [name: string, value: string][] {
  const all = [format?.tags ?? {}, ...streams.map(({ tags = {} }) => tags)];
  const ofChapters = chapters.flatMap(({ tags = {} }) =>
    Object.entries(tags).filter(([name]) => name.toLowerCase() !== 'title'),
  );
  return [...all.flatMap((tags) => Object.entries(tags)), ...ofChapters].filter(
    ([name, value]) => !structural.test(name) && !neutral.test(value),
  );
}
