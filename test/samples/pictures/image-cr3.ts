/** Writes Canon's lossless raw format CR3: a video container with the sensor data as its only frame. */
import { mosaic } from './image-raw.ts';
import { numbers } from './big-endian.ts';
import type { Picture } from './picture.ts';
import { fraction, text, tiff } from './tiff.ts';

const bits = 14;

export function cr3(picture: Picture, model: string): Buffer {
  const { width, height } = picture;
  const planes = planesOf(picture).map((plane) => coded(plane, width / 2));
  const header = Buffer.concat([
    mark(0xff01, sum(planes), 0),
    ...planes.flatMap((plane, n) => [
      // Bit 27 is LibRaw's flag `supportsPartial`: lines are predicted from the previous line. Bits 28 and higher
      // contain the number of the plane.
      mark(0xff02, plane.length, (n << 28) | (1 << 27)),
      mark(0xff03, plane.length, 1 << 27),
    ]),
  ]);
  const frame = Buffer.concat([header, ...planes]);
  const kind = box('ftyp', Buffer.from('crx \0\0\0\x01crx isom', 'latin1'));
  const camera = tiff(
    () => [text(271, 'Canon'), text(272, model), fraction(50_728, 5, 1, 1, 1)],
    Buffer.alloc(0),
  );
  const canon = box(
    'uuid',
    canonId,
    box('CNCV', Buffer.from('CanonCR3_001/00.09.00/00.00.00')),
    box('CMT1', camera),
  );
  const moov = (start: number) => box('moov', canon, track({ width, height, header, frame, start }));
  const start = kind.length + moov(0).length + 8;
  return Buffer.concat([kind, moov(start), box('mdat', frame)]);
}

const canonId = Buffer.from('85c0b687820f11e08111f4ce462b6a48', 'hex');

interface Track {
  width: number;
  height: number;
  header: Buffer;
  frame: Buffer;
  /** The position of the frame in the file. */
  start: number;
}

function track({ width, height, header, frame, start }: Track): Buffer {
  const coding = Buffer.alloc(52);
  coding.set([0xff, 0xff, 0, 0x30, 1, 0]);
  for (const [n, value] of [width, height, width, height].entries()) coding.writeUInt32BE(value, 8 + n * 4);
  // Declares four planes (red, two of green, blue), without wavelets or tiles.
  coding.set([bits, 4 << 4], 24);
  coding.writeUInt32BE(header.length, 28);
  const place = Buffer.alloc(8);
  place.writeBigUInt64BE(BigInt(start));
  const tables = box(
    'stbl',
    box('stsd', numbers(0, 1), box('CRAW', Buffer.alloc(82), box('CMP1', coding))),
    box('stsc', numbers(0, 1, 1, 1, 1)),
    box('stsz', numbers(0, 0, 1, frame.length)),
    box('co64', numbers(0, 1), place),
  );
  const handler = box('hdlr', numbers(0, 0), Buffer.from('vide'), Buffer.alloc(13));
  return box('trak', box('mdia', handler, box('minf', tables)));
}

/**
 * Returns four planes, half as wide and half as high as the picture: red, the green pixels to the right of red, the
 * green pixels below red, and blue. The values in the planes are from -8192 to 8191.
 */
function planesOf(picture: Picture): number[][] {
  const seen = mosaic(picture, bits);
  const { width } = picture;
  return [0, 1, 2, 3].map((plane) =>
    seen
      .filter((_, n) => (n % width) % 2 === plane % 2 && Math.floor(n / width) % 2 === plane >> 1)
      .map((value) => value - 2 ** (bits - 1)),
  );
}

/**
 * Determines how runs of equal samples are encoded. If the encoder is in state n, a set bit represents a run of `2 **
 * runBits[n]` equal samples. After a set bit, the state n increases. If a run of equal samples ends early, the state n
 * decreases.
 */
const runBits = [
  ...[0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7],
  ...[8, 9, 10, 11, 12, 13, 14, 15],
];

/**
 * Encodes a plane line by line. Samples are stored as differences from predicted values, and runs of equal samples as
 * run lengths.
 */
function coded(samples: readonly number[], width: number): Buffer {
  const coder = new PlaneCoder();
  let above: number[] | undefined;
  for (let start = 0; start < samples.length; start += width) {
    const line = samples.slice(start, start + width);
    above = above ? coder.line(line, above) : coder.first(line);
  }
  return coder.bytes;
}

/**
 * Encodes the lines of a plane. The methods `first` and `line` encode a line, and return the line with one additional
 * sample at each end. The caller passes the returned line to the next call of `line`, which predicts the next line from
 * the returned line.
 */
class PlaneCoder {
  #bits = '';
  /** The number of low bits of a difference that are written unchanged. */
  #low = 0;
  #run = 0;

  get bytes(): Buffer {
    const padded = this.#bits.padEnd(Math.ceil(this.#bits.length / 32) * 32, '0');
    return Buffer.from((padded.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
  }

  /**
   * Encodes the first line of samples. In the first line, samples are predicted only from the left, because there is no
   * line above.
   */
  first(line: readonly number[]): number[] {
    let left = 0;
    for (let n = 0; n < line.length;) {
      const rest = line.length - n;
      if (rest > 1 && left === 0) {
        n += this.#equal(line, n, left);
        if (n === line.length) break;
      }
      const sample = line[n] ?? 0;
      this.#adapt(this.#difference(sample - left));
      left = sample;
      n += 1;
    }
    return [0, ...line, (line.at(-1) ?? 0) + 1];
  }

  line(line: readonly number[], above: readonly number[]): number[] {
    const before = above[1] ?? 0;
    let left = before;
    for (let n = 0; n < line.length;) {
      const isFlat = (at: number) => left === above[at + 1] && left === above[at + 2];
      const isRun = line.length - n > 1 && isFlat(n);
      if (isRun) n += this.#equal(line, n, left);
      if (n === line.length) break;
      const [corner = 0, top = 0, next = 0] = above.slice(n);
      const sample = line[n] ?? 0;
      const code = this.#difference(sample - (isRun ? top : expected(left, top, corner)));
      const isLast = n === line.length - 1;
      this.#adapt(isLast ? code : (code + 2 * Math.abs(next - top)) >> 1);
      left = sample;
      n += 1;
    }
    return [before, ...line, (line.at(-1) ?? 0) + 1];
  }

  /**
   * Counts the consecutive samples, from index `n`, that are equal to `left`. Writes the number of equal samples, and
   * returns this number.
   */
  #equal(line: readonly number[], n: number, left: number): number {
    const rest = line.length - n;
    const other = line.slice(n).findIndex((sample) => sample !== left);
    const count = other < 0 ? rest : other;
    if (count === 0) {
      this.#bits += '0';
      return 0;
    }
    this.#bits += '1';
    let coded = 1;
    const step = () => 2 ** (runBits[this.#run] ?? 0);
    while (coded < count && count - coded >= step()) {
      coded += step();
      this.#bits += '1';
      this.#run = Math.min(31, this.#run + 1);
    }
    if (coded === rest) return count;
    if (count === rest) this.#bits += '1';
    else {
      const width = runBits[this.#run] ?? 0;
      this.#bits += '0' + (width ? (count - coded).toString(2).padStart(width, '0') : '');
      this.#run = Math.max(0, this.#run - 1);
    }
    return count;
  }

  /**
   * Maps a signed difference to a non-negative number (0, -1, 1, -2, … become 0, 1, 2, 3, …), writes this number as a
   * Rice code, and returns this number.
   */
  #difference(difference: number): number {
    const code = difference < 0 ? -2 * difference - 1 : 2 * difference;
    const high = code >> this.#low;
    if (high >= 41) this.#bits += `${'0'.repeat(41)}1${code.toString(2).padStart(21, '0')}`;
    else {
      const low = code & (2 ** this.#low - 1);
      this.#bits += `${'0'.repeat(high)}1${this.#low ? low.toString(2).padStart(this.#low, '0') : ''}`;
    }
    return code;
  }

  #adapt(code: number): void {
    const low = this.#low;
    const smaller = Number(code < (2 ** low) >> 1);
    const larger = Number(code >> low > 2) + Number(code >> low > 5);
    this.#low = Math.min(15, low - smaller + larger);
  }
}

/** Predicts a sample from its neighbours to the left, above, and above left. */
function expected(left: number, top: number, corner: number): number {
  const across = top - corner;
  const isFalling = across < 0;
  if (corner < left !== isFalling) return left < top !== isFalling ? top : left;
  return left + across;
}

function mark(sign: number, length: number, more: number): Buffer {
  const buffer = Buffer.alloc(12);
  buffer.writeUInt16BE(sign, 0);
  buffer.writeUInt16BE(8, 2);
  buffer.writeUInt32BE(length, 4);
  buffer.writeUInt32BE(more >>> 0, 8);
  return buffer;
}

function box(name: string, ...content: readonly Buffer[]): Buffer {
  return Buffer.concat([numbers(8 + sum(content)), Buffer.from(name, 'latin1'), ...content]);
}

const sum = (pieces: readonly Buffer[]) => pieces.reduce((bytes, { length }) => bytes + length, 0);
