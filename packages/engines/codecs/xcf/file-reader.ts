/** Reads the numbers, names and offsets of an XCF file sequentially. */

/** Thrown for a truncated file. */
export class TruncatedError extends Error {
  override name = 'TruncatedError';
}

/** Methods that read beyond the end of the file throw {@link TruncatedError}. */
export class FileReader {
  /** Whether offsets have 8 bytes instead of 4. */
  longPointers = false;
  readonly #file: Buffer;
  #at = 0;

  constructor(file: Buffer) {
    this.#file = file;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#file.length;
  }

  seek(at: number): void {
    this.#at = at;
  }

  skip(bytes: number): void {
    this.#at += bytes;
  }

  u8(): number {
    const value = this.#file[this.#at];
    if (value === undefined) throw new TruncatedError('the file is truncated');
    this.#at += 1;
    return value;
  }

  u16(): number {
    return this.u8() * 256 + this.u8();
  }

  u32(): number {
    return this.bytes(4).readUInt32BE();
  }

  peekU32(): number {
    const value = this.u32();
    this.#at -= 4;
    return value;
  }

  bytes(count: number): Buffer {
    const end = this.#at + count;
    if (end > this.#file.length) throw new TruncatedError('the file is truncated');
    const bytes = this.#file.subarray(this.#at, end);
    this.#at = end;
    return bytes;
  }

  text(count: number): string {
    return this.bytes(count).toString('latin1');
  }

  /** Reads a string with a length prefix and a trailing zero byte. */
  name(): string {
    return this.text(this.u32()).replace(/\0$/, '');
  }

  pointer(): number {
    if (!this.longPointers) return this.u32();
    const value = this.bytes(8).readBigUInt64BE();
    if (value > BigInt(this.#file.length)) throw new TruncatedError('the file is truncated');
    return Number(value);
  }

  /** Reads a list of offsets that ends with a zero. Throws if there are more than `most` offsets. */
  pointers(most: number): number[] {
    const list: number[] = [];
    for (let at = this.pointer(); at !== 0; at = this.pointer()) {
      if (list.length === most) throw new Error('a list of offsets is too long');
      list.push(at);
    }
    return list;
  }
}
