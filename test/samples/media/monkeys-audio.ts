/**
 * Writes Monkey's Audio (APE, version 3.99) at the fastest compression level, 1000. The file has one frame with
 * range-coded prediction errors.
 */
import { crc32 } from 'node:zlib';
import { tonePcm, toneSamples, tones } from './tones.ts';

export function ape(): Buffer {
  const samples = toneSamples();
  const count = samples.length / 2;
  const predictor = new Predictor();
  const coder = new RangeCoder();
  const [first, second] = [new ValueCoder(coder), new ValueCoder(coder)];
  for (let n = 0; n < count; n += 1) {
    const [left = 0, right = 0] = samples.subarray(n * 2, n * 2 + 2);
    const difference = right - left;
    const [y, x] = predictor.missed(difference, left + Math.trunc(difference / 2));
    first.write(y);
    second.write(x);
  }
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(tonePcm()) >>> 1);
  const stream = Buffer.concat([checksum, coder.end()]);
  const padded = Buffer.concat([stream, Buffer.alloc((4 - (stream.length % 4)) % 4)]);
  // The frame consists of 4-byte little-endian words.
  const frame = padded.swap32();
  const header = Buffer.concat([
    Buffer.from('MAC '),
    little(2, 3990, 0),
    // The lengths of this descriptor, the header, the frame table, the WAV header, the frames (64 bits) and the data
    // after them. An empty checksum of 16 bytes follows.
    little(4, 52, 24, 4, 0, frame.length, 0, 0),
    Buffer.alloc(16),
    // The compression level, and the flag that the file contains no WAV header.
    little(2, 1000, 32),
    little(4, 73_728 * 4, count, 1),
    little(2, 16, 2),
    little(4, tones.rate),
  ]);
  return Buffer.concat([
    header,
    little(4, header.length + 4),
    frame,
    tags({ Title: tones.title, Artist: tones.artist }),
  ]);
}

function little(bytes: 2 | 4, ...values: readonly number[]): Buffer {
  const buffer = Buffer.alloc(values.length * bytes);
  for (const [n, value] of values.entries()) buffer.writeUIntLE(value, n * bytes, bytes);
  return buffer;
}

/** Returns an APEv2 tag, which is the last part of the file. */
function tags(values: Readonly<Record<string, string>>): Buffer {
  const items = Object.entries(values).map(([name, value]) =>
    Buffer.concat([little(4, value.length, 0), Buffer.from(`${name}\0${value}`)]),
  );
  const content = Buffer.concat(items);
  const mark = Buffer.concat([
    Buffer.from('APETAGEX'),
    little(4, 2000, content.length + 32, items.length, 0),
    Buffer.alloc(8),
  ]);
  return Buffer.concat([content, mark]);
}

/** Returns -1 for positive numbers, 1 for negative numbers and 0 for 0. */
const against = (value: number) => Number(value < 0) - Number(value > 0);
const leaky = (value: number) => (value * 31) >> 5;
const product = (weights: Int32Array, values: readonly number[]) =>
  weights.reduce((total, weight, n) => total + weight * (values[n] ?? 0), 0);

/** Predicts a channel from its previous values and from the values of the other channel. */
class Channel {
  /**
   * The first item is the previous output of the filter (see `leaky`). All items after the first item are the latest
   * changes of the output, newest first.
   */
  #own = [0, 0, 0, 0];
  #ownSigns = [0, 0, 0, 0];
  #others = [0, 0, 0, 0, 0];
  #otherSigns = [0, 0, 0, 0, 0];
  readonly #ownWeights = Int32Array.of(360, 317, -109, 98);
  readonly #otherWeights = new Int32Array(5);
  #last = 0;
  #lastOther = 0;
  /** The previous value of this channel. */
  value = 0;

  /**
   * Adds the next value of this channel and returns its prediction error. `other` is the value of the other channel.
   */
  missed(value: number, other: number): number {
    const [before = 0, ...older] = this.#own;
    this.#own = [this.#last, this.#last - before, ...older.slice(0, 2)];
    this.#ownSigns = [against(this.#last), against(this.#last - before), ...this.#ownSigns.slice(1, 3)];
    const seen = other - leaky(this.#lastOther);
    const [beforeOther = 0, ...olderOthers] = this.#others;
    this.#others = [seen, seen - beforeOther, ...olderOthers.slice(0, 3)];
    this.#otherSigns = [against(seen), against(seen - beforeOther), ...this.#otherSigns.slice(1, 4)];
    this.#lastOther = other;
    const expected = product(this.#ownWeights, this.#own) + (product(this.#otherWeights, this.#others) >> 1);
    this.#last = value - leaky(this.value);
    this.value = value;
    const missed = this.#last - (expected >> 10);
    const sign = against(missed);
    for (const [n, own] of this.#ownSigns.entries())
      this.#ownWeights[n] = (this.#ownWeights[n] ?? 0) + own * sign;
    for (const [n, its] of this.#otherSigns.entries())
      this.#otherWeights[n] = (this.#otherWeights[n] ?? 0) + its * sign;
    return missed;
  }
}

class Predictor {
  readonly #first = new Channel();
  readonly #second = new Channel();

  missed(y: number, x: number): [y: number, x: number] {
    const first = this.#first.missed(y, this.#second.value);
    return [first, this.#second.missed(x, y)];
  }
}

/**
 * The start of the range of each symbol, on a scale of 65,536. The last symbol in this list and all higher symbols have
 * ranges of width 1.
 */
const starts = [
  ...[0, 19_578, 36_160, 48_417, 56_323, 60_899, 63_265, 64_435, 64_971, 65_232, 65_351],
  ...[65_416, 65_447, 65_466, 65_476, 65_482, 65_485, 65_488, 65_490, 65_491, 65_492],
];

/**
 * Encodes values. Divides each value by a fraction of the recent average. Writes the quotient as a symbol of variable
 * width, and the remainder literally.
 */
class ValueCoder {
  readonly #coder: RangeCoder;
  #average = 1 << 14;

  constructor(coder: RangeCoder) {
    this.#coder = coder;
  }

  write(value: number): void {
    const code = value > 0 ? 2 * value - 1 : -2 * value;
    const pivot = Math.max(1, this.#average >> 5);
    const symbol = Math.floor(code / pivot);
    const start = starts[symbol] ?? 65_472 + symbol;
    if (symbol > 62 || pivot > 65_535) throw new Error('the signal is too loud for this encoder');
    this.#coder.write((starts[symbol + 1] ?? start + 1) - start, start, 65_536);
    this.#coder.write(1, code % pivot, pivot);
    this.#average += ((code + 1) >> 1) - ((this.#average + 16) >> 5);
  }
}

const [top, bottom, shift] = [2 ** 31, 2 ** 23, 23];

/** A range coder: encodes symbols as parts of a range. Outputs each byte as soon as it is final. */
class RangeCoder {
  readonly #bytes: number[] = [];
  #low = 0;
  #range = top;
  /**
   * The first byte that is not written yet, because a carry may still change it. `#full` is the number of bytes with
   * the value 255 that follow the byte `#held`.
   */
  #held = 0;
  #full = 0;

  /** Writes a symbol. The symbol's range begins at `start` and has the width `width`, on a scale of `total`. */
  write(width: number, start: number, total: number): void {
    while (this.#range <= bottom) this.#shift();
    const unit = Math.floor(this.#range / total);
    this.#low += unit * start;
    this.#range = unit * width;
  }

  end(): Buffer {
    for (let n = 0; n < 6; n += 1) this.#shift();
    return Buffer.from(this.#bytes);
  }

  #shift(): void {
    const isFull = this.#low >= 255 * 2 ** shift && this.#low < top;
    if (isFull) this.#full += 1;
    else {
      const carry = Number(this.#low >= top);
      this.#bytes.push((this.#held + carry) & 255);
      for (; this.#full > 0; this.#full -= 1) this.#bytes.push(carry ? 0 : 255);
      this.#held = Math.floor(this.#low / 2 ** shift) & 255;
    }
    this.#range *= 256;
    this.#low = (this.#low * 256) % top;
  }
}
