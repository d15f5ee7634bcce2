/** Identifies codecs that FFmpeg has no decoder for, so that the error message can state the codec of a file. */

interface TaggedStream {
  index: number;
  codec_name?: string;
  codec_tag_string?: string;
  codec_tag?: string;
}

/**
 * Returns the codec ids that a Matroska file states for its tracks. `head` is the beginning of the file. FFmpeg does
 * not print unknown codec ids.
 */
export function matroskaCodecs(head: Buffer): string[] {
  // In Matroska, the type (0x86) and the length of a codec id precede the codec id. The length shows where the codec id
  // ends, because the next element may begin with a letter.
  return [...head.toString('latin1').matchAll(/\x86([\x81-\xbf])([VAS]_[\w/.]{1,61})/g)].map(
    ([, length = '', id = '']) => id.slice(0, length.charCodeAt(0) & 0x7f),
  );
}

/** Returns the name of the stream's codec, its four-character code, or its number. */
export function codecLabel(stream: TaggedStream, ids: readonly string[]): string {
  const { codec_name: name, codec_tag_string: tag = '', codec_tag: number = '0x0000' } = stream;
  if (name !== undefined && name !== 'unknown' && name !== 'none') return name;
  const id = ids[stream.index];
  if (id !== undefined) return id;
  if (/^[\w. -]{2,4}$/.test(tag)) return tag.trim();
  return Number(number) > 0 ? number : 'unknown';
}

/** Returns the indices of the streams without a decoder, which ffprobe reports on stderr. */
export const undecodedStreams = (stderr: string): number[] =>
  [...stderr.matchAll(/Unsupported codec with id \d+ for input stream (\d+)/g)].map(([, index]) =>
    Number(index),
  );
