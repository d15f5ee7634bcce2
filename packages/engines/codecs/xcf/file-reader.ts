/** Reads the numbers, names and places of an XCF file one behind the other. */

/** The file ends before its content does. */
export class TruncatedError extends Error {
  override name = 'TruncatedError';
}

/** All of its functions throw {@link TruncatedError} beyond the end of the file. */
export class FileReader {
  /** Whether places have eight bytes instead of four. */
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
    if (value === undefined) throw new TruncatedError('it ends too early');
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
    if (end > this.#file.length) throw new TruncatedError('it ends too early');
    const bytes = this.#file.subarray(this.#at, end);
    this.#at = end;
    return bytes;
  }

  text(count: number): string {
    return this.bytes(count).toString('latin1');
  }

  /** A text with its length before it and a zero byte behind it. */
  name(): string {
    return this.text(this.u32()).replace(/\0$/, '');
  }

  pointer(): number {
    if (!this.longPointers) return this.u32();
    const value = this.bytes(8).readBigUInt64BE();
    if (value > BigInt(this.#file.length)) throw new TruncatedError('it ends too early');
    return Number(value);
  }

  /** A list of places, which a zero ends. Throws where there are more than `most`. */
  pointers(most: number): number[] {
    const list: number[] = [];
    for (let at = this.pointer(); at !== 0; at = this.pointer()) {
      if (list.length === most) throw new Error('a list is longer than what it lists');
      list.push(at);
    }
    return list;
  }
}
