/** Reads bits and variable-length numbers in the headers of a JPEG XL codestream (ISO 18181-1). */

/** Reads numbers, least significant bit first. Bits beyond the end are 0. */
export class Bits {
  readonly #bytes: Buffer;
  #at: number;

  constructor(bytes: Buffer, at = 0) {
    this.#bytes = bytes;
    this.#at = at;
  }

  /** Position of the next bit. */
  get at(): number {
    return this.#at;
  }

  read(count: number): number {
    let value = 0;
    for (let bit = 0; bit < count; bit += 1, this.#at += 1) {
      value += (((this.#bytes[this.#at >> 3] ?? 0) >> (this.#at & 7)) & 1) * 2 ** bit;
    }
    return value;
  }

  /** Skips a 2-bit selector and the number of bits that it selects. */
  skipOneOf(...widths: readonly number[]): void {
    this.read(widths[this.read(2)] ?? 0);
  }

  /** Skips the width and the height of a picture. */
  skipSize(): void {
    const inEights = this.read(1) === 1;
    const skipSide = () => (inEights ? void this.read(5) : this.skipOneOf(9, 13, 18, 30));
    skipSide();
    const ratio = this.read(3);
    if (ratio === 0) skipSide();
  }
}
