/** Reads messages between processes from a stream: lines of JSON, each followed by the bytes of its files. */
import { writeFile } from 'node:fs/promises';

/** Maximum length of a line, in bytes. A request with the largest form fields fits into a line. */
const maxLineBytes = 32 * 1024 * 1024;

/** Thrown if the connection ended or failed before all data arrived. */
export class ConnectionLostError extends Error {
  override name = 'ConnectionLostError';

  constructor(cause?: unknown) {
    super('the connection to the other process was lost', { cause });
  }
}

const newline = 10;

export class MessageReader {
  readonly #chunks: AsyncIterator<Buffer>;
  /** Received bytes that have not been read yet. */
  #rest: Buffer = Buffer.alloc(0);

  constructor(stream: AsyncIterable<Buffer>) {
    this.#chunks = stream[Symbol.asyncIterator]();
  }

  /** Returns the next line, parsed. Throws {@link ConnectionLostError} at the end of the data. */
  async line(): Promise<unknown> {
    const parts: Buffer[] = [];
    for (let bytes = 0; bytes <= maxLineBytes;) {
      const chunk = await this.#take();
      const end = chunk.indexOf(newline);
      parts.push(end < 0 ? chunk : chunk.subarray(0, end));
      if (end >= 0) {
        this.#rest = chunk.subarray(end + 1);
        return JSON.parse(Buffer.concat(parts).toString()) as unknown;
      }
      bytes += chunk.length;
    }
    throw new ConnectionLostError(new Error('a line is too long'));
  }

  /**
   * Writes the next `size` bytes to the new file `file`. Reads only as fast as the disk writes. The method throws the
   * same errors as {@link line}.
   */
  async saveFile(file: string, size: number): Promise<void> {
    await writeFile(file, this.#bytes(size), { flag: 'wx', mode: 0o600 });
  }

  /**
   * Writes all files of the message that have not been read yet to `stem-1`, `stem-2` and so on. `sizes` are the file
   * sizes in bytes. The method throws the same errors as {@link end}.
   */
  async saveFiles(stem: string, sizes: readonly number[]): Promise<string[]> {
    const files = sizes.map((_, n) => `${stem}-${n + 1}`);
    for (const [n, file] of files.entries()) await this.saveFile(file, sizes[n] ?? 0);
    await this.end();
    return files;
  }

  /** Resolves when the sender has ended the message. Throws {@link ConnectionLostError} if more data follows. */
  async end(): Promise<void> {
    const next = this.#rest.length > 0 ? { done: false } : await this.#next();
    if (!next.done) throw new ConnectionLostError(new Error('more was sent than announced'));
  }

  async *#bytes(size: number): AsyncGenerator<Buffer> {
    for (let left = size; left > 0;) {
      const chunk = await this.#take();
      const part = chunk.subarray(0, left);
      this.#rest = chunk.subarray(part.length);
      left -= part.length;
      yield part;
    }
  }

  async #take(): Promise<Buffer> {
    if (this.#rest.length > 0) {
      const rest = this.#rest;
      this.#rest = Buffer.alloc(0);
      return rest;
    }
    const next = await this.#next();
    if (next.done) throw new ConnectionLostError();
    return next.value;
  }

  async #next(): Promise<IteratorResult<Buffer>> {
    try {
      return await this.#chunks.next();
    } catch (error) {
      throw new ConnectionLostError(error);
    }
  }
}
