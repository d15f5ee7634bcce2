/** Reads files that a form contains in fields other than `file`, and converts each file to a data URL. */
import { addAbortSignal, type Readable } from 'node:stream';
import { dataUrlOf, maxOptionFileBytes } from '@protean/engines/contract/option-files.ts';
import { optionFilesTooLarge, ServiceError } from '../../errors.ts';
import { cleanFileName } from '../../kit/file-name.ts';

export class FieldFiles {
  readonly #names: readonly string[];
  #bytes = 0;

  constructor(names: readonly string[]) {
    this.#names = names;
  }

  /** Maximum total size of the files in the form fields `names`, in bytes. */
  get maxBytes(): number {
    return this.#names.length === 0 ? 0 : maxOptionFileBytes;
  }

  has(name: string): boolean {
    return this.#names.includes(name);
  }

  /**
   * Reads the whole stream and returns it as a data URL. Throws `file_too_large` if the file exceeds the size limit,
   * and `bad_request` if the file is empty. Rejects when `signal` aborts, because the rest of a refused form never
   * arrives.
   */
  async read(field: string, stream: Readable, fileName: string, signal: AbortSignal): Promise<string> {
    addAbortSignal(signal, stream);
    const pieces: Buffer[] = [];
    let tooLarge = false;
    for await (const piece of stream as AsyncIterable<Buffer>) {
      this.#bytes += piece.length;
      tooLarge ||= this.#bytes > maxOptionFileBytes;
      // A file that is too large is still read to its end, so that the parser reaches the end of the form. The content
      // of a file that is too large is discarded.
      if (!tooLarge) pieces.push(piece);
    }
    if (tooLarge) throw optionFilesTooLarge(field, maxOptionFileBytes);
    const content = Buffer.concat(pieces);
    if (content.length === 0) {
      throw new ServiceError('bad_request', `The file of the field "${field}" is empty.`, {
        details: { field, reason: 'empty_file' },
      });
    }
    return dataUrlOf({ name: cleanFileName(fileName), content });
  }
}
