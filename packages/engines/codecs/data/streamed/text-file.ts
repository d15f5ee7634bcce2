/** Reads and writes the text of a file in parts. */
import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { InvalidData } from '../values/value.ts';

/** Number of bytes read at a time. Each read is small, because short strings are garbage-collected early. */
const readBytes = 64 * 1024;
/** Number of characters written at a time. */
const writtenLength = 256 * 1024;

/**
 * Yields the text in parts, without its byte order mark. `last` marks the last part. Throws {@link InvalidData} for
 * binary content, like `decodeText`.
 */
export function* textParts(file: string): Generator<{ text: string; last: boolean }> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const part = Buffer.allocUnsafe(readBytes);
  const descriptor = openSync(file, 'r');
  try {
    for (;;) {
      const bytes = part.subarray(0, readSync(descriptor, part));
      if (bytes.includes(0)) throw new InvalidData('the file is binary, not text');
      const last = bytes.length === 0;
      yield { text: decoded(() => decoder.decode(bytes, { stream: !last })), last };
      if (last) return;
    }
  } finally {
    closeSync(descriptor);
  }
}

function decoded(decode: () => string): string {
  try {
    return decode();
  } catch (error) {
    throw new InvalidData('the text is not valid UTF-8', { cause: error });
  }
}

/**
 * Writes a file that consists of many small strings. When this writer is disposed, it writes the text that is still in
 * memory.
 */
export class TextFile implements Disposable {
  readonly #descriptor: number;
  #parts: string[] = [];
  #length = 0;
  #isEmpty = true;

  constructor(file: string) {
    this.#descriptor = openSync(file, 'w');
  }

  write(text: string): void {
    this.#parts.push(text);
    this.#length += text.length;
    if (this.#length >= writtenLength) this.#flush();
  }

  writeBytes(bytes: Uint8Array): void {
    this.#flush();
    this.#writeNow(bytes);
  }

  /** Whether nothing was written to the file. */
  get isEmpty(): boolean {
    return this.#isEmpty && this.#length === 0;
  }

  #flush(): void {
    if (this.#length === 0) return;
    this.#writeNow(Buffer.from(this.#parts.join('')));
    [this.#parts, this.#length] = [[], 0];
  }

  #writeNow(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length;) at += writeSync(this.#descriptor, bytes, at);
    this.#isEmpty = false;
  }

  [Symbol.dispose](): void {
    this.#flush();
    closeSync(this.#descriptor);
  }
}
