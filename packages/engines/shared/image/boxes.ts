/**
 * Reads and writes the boxes of ISO media files (AVIF, HEIC) and of JPEG 2000. Boxes are nested, and each box begins
 * with its length.
 */

export interface Box {
  kind: string;
  start: number;
  /** Offset of the first byte of the content. */
  content: number;
  /** Offset of the first byte after the box. */
  end: number;
}

export const wholeOf = (file: Buffer) => ({ content: 0, end: file.length });

/** Returns the boxes in `parent`, up to the first box that extends beyond `parent`. */
export function* boxesIn(file: Buffer, parent: Pick<Box, 'content' | 'end'>): Generator<Box> {
  for (let start = parent.content; start + 8 <= parent.end;) {
    const declared = file.readUInt32BE(start);
    const isLong = declared === 1 && start + 16 <= parent.end;
    const length = isLong ? Number(file.readBigUInt64BE(start + 8)) : declared || parent.end - start;
    const [content, end] = [start + (isLong ? 16 : 8), start + length];
    if (content > end || end > parent.end) return;
    yield { kind: file.toString('latin1', start + 4, start + 8), content, end, start };
    start = end;
  }
}

/** Returns the first box at the path, relative to `parent`, or undefined if it is missing. */
export function findBox(
  file: Buffer,
  [kind, ...below]: readonly string[],
  parent: Pick<Box, 'content' | 'end'>,
): Box | undefined {
  const box = [...boxesIn(file, parent)].find((one) => one.kind === kind);
  return box && below.length > 0 ? findBox(file, below, box) : box;
}

export function boxOf(kind: string, ...parts: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + parts.reduce((sum, { length }) => sum + length, 0), 0);
  head.write(kind, 4, 'latin1');
  return Buffer.concat([head, ...parts]);
}
