/** Whether a file is as long as its own header says: ffmpeg plays what is there and calls that the length. */

/** Containers that declare how many bytes they have; the others either say how long they play or say nothing. */
export type Container = 'riff' | 'w64' | 'caf' | 'voc' | 'asf' | 'ogg' | 'swf';

/** How much of the file's beginning and end has to be seen. */
export const seenBytes = 128 * 1024;

export interface Seen {
  size: number;
  head: Buffer;
  tail: Buffer;
}

/** False when a good part is missing. Programs that miscount by a little are common, so a little is let pass. */
export function isWhole(container: Container, { size, head, tail }: Seen): boolean {
  if (container === 'ogg') return endsWithPage(tail);
  const declared = declaredBytes[container](head);
  return declared === undefined || size >= declared * 0.9;
}

const declaredBytes: Readonly<Record<Exclude<Container, 'ogg'>, (head: Buffer) => number | undefined>> = {
  // Programs that write to a pipe cannot know, and leave nought or as much as fits.
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
  swf: (head) => (head.length >= 8 ? head.readUInt32LE(4) : undefined),
  asf: (head) => {
    const at = head.indexOf(asfProperties);
    const isLive = at >= 0 && at + 92 <= head.length && (head.readUInt32LE(at + 88) & 1) === 1;
    return at >= 0 && at + 92 <= head.length && !isLive ? Number(head.readBigUInt64LE(at + 40)) : undefined;
  },
};

const asfProperties = Buffer.from('a1dcab8c47a9cf118ee400c00c205365', 'hex');

/** A page tells the lengths of its segments; the last one must be there in full. */
function endsWithPage(tail: Buffer): boolean {
  const at = tail.lastIndexOf('OggS', undefined, 'latin1');
  if (at < 0 || at + 27 > tail.length) return false;
  const segments = tail.subarray(at + 27, at + 27 + (tail[at + 26] ?? 0));
  return at + 27 + segments.length + segments.reduce((sum, length) => sum + length, 0) <= tail.length;
}
