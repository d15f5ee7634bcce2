/** The adaptive binary arithmetic encoder of JBIG2 (ITU-T T.88, annex E). */

/** Probability of the less probable symbol, next states, and whether the symbols are exchanged (table E.1). */
const states: readonly (readonly [qe: number, nextMore: number, nextLess: number, exchanges: 0 | 1])[] = [
  [0x5601, 1, 1, 1],
  [0x3401, 2, 6, 0],
  [0x1801, 3, 9, 0],
  [0x0ac1, 4, 12, 0],
  [0x0521, 5, 29, 0],
  [0x0221, 38, 33, 0],
  [0x5601, 7, 6, 1],
  [0x5401, 8, 14, 0],
  [0x4801, 9, 14, 0],
  [0x3801, 10, 14, 0],
  [0x3001, 11, 17, 0],
  [0x2401, 12, 18, 0],
  [0x1c01, 13, 20, 0],
  [0x1601, 29, 21, 0],
  [0x5601, 15, 14, 1],
  [0x5401, 16, 14, 0],
  [0x5101, 17, 15, 0],
  [0x4801, 18, 16, 0],
  [0x3801, 19, 17, 0],
  [0x3401, 20, 18, 0],
  [0x3001, 21, 19, 0],
  [0x2801, 22, 19, 0],
  [0x2401, 23, 20, 0],
  [0x2201, 24, 21, 0],
  [0x1c01, 25, 22, 0],
  [0x1801, 26, 23, 0],
  [0x1601, 27, 24, 0],
  [0x1401, 28, 25, 0],
  [0x1201, 29, 26, 0],
  [0x1101, 30, 27, 0],
  [0x0ac1, 31, 28, 0],
  [0x09c1, 32, 29, 0],
  [0x08a1, 33, 30, 0],
  [0x0521, 34, 31, 0],
  [0x0441, 35, 32, 0],
  [0x02a1, 36, 33, 0],
  [0x0221, 37, 34, 0],
  [0x0141, 38, 35, 0],
  [0x0111, 39, 36, 0],
  [0x0085, 40, 37, 0],
  [0x0049, 41, 38, 0],
  [0x0025, 42, 39, 0],
  [0x0015, 43, 40, 0],
  [0x0009, 44, 41, 0],
  [0x0005, 45, 42, 0],
  [0x0001, 45, 43, 0],
  [0x5601, 46, 46, 0],
];

const qe = Uint16Array.from(states, ([value]) => value);
/**
 * For each index, the next index after the more probable symbol. An index is twice the number of the state,
 * plus the more probable symbol (0 or 1).
 */
const afterMore = Uint8Array.from(states.flatMap(([, next]) => [2 * next, 2 * next + 1]));
const afterLess = Uint8Array.from(
  states.flatMap(([, , next, exchanges]) => [2 * next + exchanges, 2 * next + 1 - exchanges]),
);

export class ArithmeticEncoder {
  /** The current index of each context. An index is twice the number of the state, plus the more probable symbol. */
  readonly #contexts: Uint8Array;
  #bytes = new Uint8Array(64 * 1024);
  /** Position of the last byte in the output buffer. The byte before the first byte of the result is discarded. */
  #at = 0;
  #interval = 0x8000;
  #code = 0;
  #shifts = 12;

  constructor(contexts: number) {
    this.#contexts = new Uint8Array(contexts);
  }

  encode(context: number, bit: number): void {
    const index = this.#contexts[context] ?? 0;
    const share = qe[index >> 1] ?? 0;
    this.#interval -= share;
    if (bit === (index & 1)) {
      if (this.#interval & 0x8000) {
        this.#code += share;
        return;
      }
      if (this.#interval < share) this.#interval = share;
      else this.#code += share;
      this.#contexts[context] = afterMore[index] ?? 0;
    } else {
      if (this.#interval < share) this.#code += share;
      else this.#interval = share;
      this.#contexts[context] = afterLess[index] ?? 0;
    }
    do {
      this.#interval <<= 1;
      this.#code <<= 1;
      this.#shifts -= 1;
      if (this.#shifts === 0) this.#writeByte();
    } while (!(this.#interval & 0x8000));
  }

  /** Returns the encoded bytes with the end mark. */
  finish(): Uint8Array {
    const end = this.#code + this.#interval;
    this.#code |= 0xffff;
    if (this.#code >= end) this.#code -= 0x8000;
    for (let n = 0; n < 2; n += 1) {
      this.#code <<= this.#shifts;
      this.#writeByte();
    }
    const length = this.#bytes[this.#at] === 0xff ? this.#at : this.#at + 1;
    return Buffer.concat([this.#bytes.subarray(1, length), Uint8Array.of(0xff, 0xac)]);
  }

  #writeByte(): void {
    const last = this.#bytes[this.#at] ?? 0;
    if (last !== 0xff && this.#code >= 0x8000000) {
      // The carry.
      this.#bytes[this.#at] = last + 1;
      if (last + 1 === 0xff) this.#code &= 0x7ffffff;
    }
    const stuffed = this.#bytes[this.#at] === 0xff;
    this.#at += 1;
    if (this.#at === this.#bytes.length) this.#grow();
    const shift = stuffed ? 20 : 19;
    this.#bytes[this.#at] = this.#code >> shift;
    this.#code &= (1 << shift) - 1;
    this.#shifts = stuffed ? 7 : 8;
  }

  #grow(): void {
    const larger = new Uint8Array(2 * this.#bytes.length);
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}
