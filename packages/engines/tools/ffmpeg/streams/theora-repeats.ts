/**
 * Restores the repeated frames of Theora in an Ogg file. A repeated frame is a packet without bytes, which FFmpeg 7
 * counts but does not write.
 */
import { closeSync, openSync, readSync, renameSync, writeSync } from 'node:fs';

/** One Ogg page: a header, the lengths of its segments, and their bytes. */
interface Page {
  header: Buffer;
  segments: readonly number[];
  body: Buffer;
}

const headerBytes = 27;
const endOfStream = 4;
/**
 * Maximum number of segments in a page, and of bytes in a segment. The last segment of a packet has fewer bytes than
 * the maximum.
 */
const maxSegments = 255;
/** Granule position of a page on which no packet ends. */
const noGranule = 0xffff_ffff_ffff_ffffn;

/** Rewrites `file`, which has at most one non-empty packet per page. `frames` is the number of encoded frames. */
export function restoreRepeats(file: string, frames: number): void {
  const repaired = `${file}.repaired`;
  const [input, output] = [openSync(file, 'r'), openSync(repaired, 'w')];
  let stream: TheoraStream | undefined;
  for (const page of pagesIn(input)) {
    stream ??= TheoraStream.of(page, frames);
    const pages = stream?.has(page) ? stream.withRepeats(page) : [page];
    for (const { header, segments, body } of pages)
      writeSync(output, Buffer.concat([header, Buffer.from(segments), body]));
  }
  closeSync(input);
  closeSync(output);
  renameSync(repaired, file);
}

class TheoraStream {
  readonly #serial: number;
  /** Number of bits by which the number of the last key frame is shifted in a granule position. */
  readonly #shift: bigint;
  readonly #frames: number;
  /** Granule position of the last written frame. */
  #granule = 0n;
  #pageNumber = 0;
  /** Pages of an unfinished packet. */
  #pending: Page[] = [];

  constructor(serial: number, shift: bigint, frames: number) {
    this.#serial = serial;
    this.#shift = shift;
    this.#frames = frames;
  }

  /** Returns the stream that begins with `page` if it is a Theora stream, otherwise undefined. */
  static of({ header, body }: Page, frames: number): TheoraStream | undefined {
    if (body.toString('latin1', 0, 7) !== '\x80theora' || body.length < 42) return undefined;
    const shift = (body.readUInt16BE(40) >> 5) & 0x1f;
    return new TheoraStream(header.readUInt32LE(14), BigInt(shift), frames);
  }

  has({ header }: Page): boolean {
    return header.readUInt32LE(14) === this.#serial;
  }

  /**
   * Returns pages with the frames that are repeated before `page`, followed by `page` itself. If `page` is the last
   * page, also returns pages with the repeated frames after it.
   */
  withRepeats(page: Page): Page[] {
    const granule = page.header.readBigUInt64LE(6);
    this.#pending.push(page);
    if (granule === noGranule) return [];
    const isLast = (page.header.readUInt8(5) & endOfStream) !== 0;
    const packets = page.segments.filter((length) => length < maxSegments).length;
    const before = this.#repeats(this.#frameOf(granule) - packets);
    const pages = [...before, ...this.#pending];
    this.#pending = [];
    this.#granule = granule;
    if (isLast) pages.push(...this.#repeats(this.#frames));
    return pages.map((one, n) => this.#numbered(one, isLast && n === pages.length - 1));
  }

  #frameOf(granule: bigint): number {
    return Number((granule >> this.#shift) + (granule & ((1n << this.#shift) - 1n)));
  }

  /**
   * Returns pages with the repeated frames up to `frame`. A granule position can count only a limited number of frames
   * after the last key frame. Repeated frames beyond the maximum number are omitted.
   */
  #repeats(frame: number): Page[] {
    const pages: Page[] = [];
    const room = (1 << Number(this.#shift)) - 1 - Number(this.#granule & ((1n << this.#shift) - 1n));
    let missing = Math.min(frame - this.#frameOf(this.#granule), room);
    while (missing > 0 && this.#granule > 0n) {
      const count = Math.min(missing, maxSegments);
      this.#granule += BigInt(count);
      const header = Buffer.alloc(headerBytes);
      header.write('OggS', 'latin1');
      header.writeBigUInt64LE(this.#granule, 6);
      header.writeUInt32LE(this.#serial, 14);
      header.writeUInt8(count, 26);
      pages.push({ header, segments: Array.from({ length: count }, () => 0), body: Buffer.alloc(0) });
      missing -= count;
    }
    return pages;
  }

  #numbered(page: Page, isLast: boolean): Page {
    const header = Buffer.from(page.header);
    header.writeUInt8((header.readUInt8(5) & ~endOfStream) | (isLast ? endOfStream : 0), 5);
    header.writeUInt32LE(this.#pageNumber, 18);
    header.writeUInt32LE(0, 22);
    this.#pageNumber += 1;
    const sum = checksum([header, Buffer.from(page.segments), page.body]);
    header.writeUInt32LE(sum, 22);
    return { ...page, header };
  }
}

function* pagesIn(file: number): Generator<Page> {
  let at = 0;
  const read = (bytes: number) => {
    const buffer = Buffer.alloc(bytes);
    const count = readSync(file, buffer, 0, bytes, at);
    at += count;
    return buffer.subarray(0, count);
  };
  for (let header = read(headerBytes); header.length === headerBytes; header = read(headerBytes)) {
    const segments = [...read(header.readUInt8(26))];
    yield { header, segments, body: read(segments.reduce((sum, length) => sum + length, 0)) };
  }
}

/** Ogg's CRC-32: most significant bit first, without inversion. */
const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte << 24;
  for (let bit = 0; bit < 8; bit += 1) sum = (sum << 1) ^ (sum < 0 ? 0x04c1_1db7 : 0);
  return sum >>> 0;
});

function checksum(parts: readonly Buffer[]): number {
  let sum = 0;
  for (const part of parts) for (const byte of part) sum = (sum << 8) ^ (crcTable[(sum >>> 24) ^ byte] ?? 0);
  return sum >>> 0;
}
