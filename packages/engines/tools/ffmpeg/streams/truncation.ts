/** Checks whether a file is as long as its header declares, because ffmpeg plays a truncated file without an error. */

/**
 * Containers that show whether their end is missing. Containers that are missing in this list declare only a duration,
 * or no length.
 */
export type Container = 'riff' | 'w64' | 'caf' | 'voc' | 'asf' | 'ogg' | 'swf' | 'ebml' | 'flv' | 'iso-media';

/** Number of bytes read from each end of the file. */
export const endBytes = 128 * 1024;

export interface FileEnds {
  size: number;
  head: Buffer;
  tail: Buffer;
}

/**
 * Returns false if more than 5% of the declared length is missing. The tolerance is 5%, because slightly wrong lengths
 * are common.
 */
export function isFileComplete(container: Container, { size, head, tail }: FileEnds): boolean {
  if (container === 'ogg') return endsWithPage(tail);
  if (container === 'flv') return endsWithTag(size, tail);
  const declared = declaredBytes(container, { head });
  return declared === undefined || size >= declared * 0.95;
}

/** Returns the file length in bytes that the header declares, or undefined if it declares none. */
export function declaredBytes(container: Container, { head }: Pick<FileEnds, 'head'>): number | undefined {
  return Object.hasOwn(lengths, container) ? lengths[container as Declaring](head) : undefined;
}

type Declaring = Exclude<Container, 'ogg' | 'flv' | 'iso-media'>;

const lengths: Readonly<Record<Declaring, (head: Buffer) => number | undefined>> = {
  // A program that writes to a pipe does not know the length of the file, so it declares 0 or the largest number as the
  // length.
  riff: (head) => {
    const length = head.length >= 8 ? head.readUInt32LE(4) : 0;
    return length > 0 && length < 0x7fff0000 ? length + 8 : undefined;
  },
  w64: (head) => (head.length >= 24 ? Number(head.readBigUInt64LE(16)) : undefined),
  caf: (head) => {
    let at = 8;
    while (at + 12 <= head.length) {
      const length = Number(head.readBigInt64BE(at + 4));
      if (length < 0) return undefined;
      at += 12 + length;
    }
    return at;
  },
  voc: (head) => {
    let at = head.length >= 22 ? head.readUInt16LE(20) : 0;
    while (at + 4 <= head.length && head[at] !== 0) at += 4 + head.readUIntLE(at + 1, 3);
    return at;
  },
  // In a Matroska file, the element `Segment` contains all data after the header. In live recordings, the length of the
  // element `Segment` is not declared.
  ebml: (head) => {
    const at = head.indexOf(ebmlSegment) + ebmlSegment.length;
    const first = head[at] ?? 0;
    const bytes = Math.clz32(first) - 23;
    if (at < ebmlSegment.length || first === 0 || at + bytes > head.length) return undefined;
    const length = head
      .subarray(at + 1, at + bytes)
      .reduce((sum, byte) => sum * 256 + byte, first & (0xff >> bytes));
    return length >= 2 ** (7 * bytes) - 1 ? undefined : at + bytes + length;
  },
  swf: (head) => (head.length >= 8 ? head.readUInt32LE(4) : undefined),
  asf: (head) => {
    const at = asfPropertiesAt(head);
    return at === undefined ? undefined : Number(head.readBigUInt64LE(at + 40));
  },
};

const ebmlSegment = Buffer.from('18538067', 'hex');

const asfProperties = Buffer.from('a1dcab8c47a9cf118ee400c00c205365', 'hex');

/** Returns undefined for live recordings, which declare no length. */
function asfPropertiesAt(head: Buffer): number | undefined {
  const at = head.indexOf(asfProperties);
  if (at < 0 || at + 92 > head.length) return undefined;
  const isLive = (head.readUInt32LE(at + 88) & 1) === 1;
  return isLive ? undefined : at;
}

/** Returns the declared length in seconds, which ffprobe omits if the file is shorter than its header declares. */
export function asfSeconds(head: Buffer): number | undefined {
  const at = asfPropertiesAt(head);
  if (at === undefined) return undefined;
  const seconds = Number(head.readBigUInt64LE(at + 64)) / 1e7 - Number(head.readBigUInt64LE(at + 80)) / 1e3;
  return seconds > 0 ? seconds : undefined;
}

/** Returns whether the last Ogg page is complete. An Ogg page declares the lengths of its segments. */
function endsWithPage(tail: Buffer): boolean {
  const at = tail.lastIndexOf('OggS', undefined, 'latin1');
  if (at < 0 || at + 27 > tail.length) return false;
  const segments = tail.subarray(at + 27, at + 27 + (tail[at + 26] ?? 0));
  return at + 27 + segments.length + segments.reduce((sum, length) => sum + length, 0) <= tail.length;
}

/**
 * Returns whether the last FLV tag is complete. The length of a tag is stored after the tag, so the start of the last
 * tag can be computed from the end of the file.
 */
function endsWithTag(size: number, tail: Buffer): boolean {
  const length = tail.length >= 15 ? tail.readUInt32BE(tail.length - 4) : 0;
  const at = tail.length - 4 - length;
  // The last tag of the file begins before the bytes that were read, so only the length of the tag can be checked.
  if (at < 0) return size > length && length <= 0xff_ffff + 11;
  return length >= 11 && tail.readUIntBE(at + 1, 3) === length - 11;
}
