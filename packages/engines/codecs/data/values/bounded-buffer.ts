/** Collects the output of a decompressor, up to a limit. */
import { InvalidData } from './value.ts';

/** A growing buffer. Throws {@link InvalidData} if its content exceeds the limit. */
export class BoundedBuffer {
  readonly #maxBytes: number;
  #held = Buffer.alloc(64 * 1024);
  #end = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  bytes(): Buffer {
    return this.#held.subarray(0, this.#end);
  }

  append(bytes: Buffer): void {
    this.#makeRoom(bytes.length);
    bytes.copy(this.#held, this.#end);
    this.#end += bytes.length;
  }

  /** Called by `seek-bzip`. */
  writeByte(byte: number): void {
    this.#makeRoom(1);
    this.#held[this.#end] = byte;
    this.#end += 1;
  }

  /** Appends a copy of the `length` bytes that begin `back` bytes before the end. Source and target may overlap. */
  repeat(back: number, length: number): void {
    if (back === 0 || back > this.#end) throw new InvalidData('a block refers to bytes before its start');
    this.#makeRoom(length);
    for (let n = 0; n < length; n += 1, this.#end += 1) {
      this.#held[this.#end] = this.#held[this.#end - back] ?? 0;
    }
  }

  #makeRoom(length: number): void {
    const needed = this.#end + length;
    if (needed > this.#maxBytes) throw new InvalidData(`more than ${this.#maxBytes} bytes`);
    if (needed <= this.#held.length) return;
    const larger = Buffer.alloc(Math.max(needed, Math.min(this.#held.length * 2, this.#maxBytes)));
    this.#held.copy(larger, 0, 0, this.#end);
    this.#held = larger;
  }
}
