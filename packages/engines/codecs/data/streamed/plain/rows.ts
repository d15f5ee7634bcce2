/** Writes the rows of plain delimited text in JSON notation, without decoding their bytes to strings. */
import { carriageReturn, lineFeed, quote } from '../../values/cells.ts';
import type { TextFile } from '../text-file.ts';
import { partBytes, partsOf, type PlainCsv } from './survey.ts';

/** JSON text around the values of a row. */
export interface RowNotation {
  /** JSON text before the first row (`first`) and before each later row (`next`). */
  first: string;
  next: string;
  /** JSON text before the value of each column, such as the column name. */
  keys: readonly string[];
  /** Text that is written after each row. */
  end: string;
}

/**
 * A bit that is set in lower-case letters and in all characters of numbers. Setting this bit converts `TRUE` and
 * `FALSE` to lower case, and leaves numbers unchanged.
 */
const smallLetter = 0x20;
const nothing = Buffer.from('null');
/** Replacement of each byte within a string, or undefined if the byte is kept. */
const escapes = Array.from({ length: 256 }, (_, byte) => {
  const text = JSON.stringify(String.fromCharCode(byte)).slice(1, -1);
  return text.length > 1 ? Buffer.from(text) : undefined;
});
const longestEscape = 6;

/** Number of bytes written at a time. */
const writtenBytes = 256 * 1024;

export function writePlainRows(written: TextFile, plain: PlainCsv, notation: RowNotation): void {
  const rows = new PlainRows(plain, notation);
  for (const part of partsOf(plain)) rows.write(part, written);
}

class PlainRows {
  readonly #untyped: readonly boolean[];
  readonly #allQuoted: boolean;
  readonly #first: Buffer;
  readonly #next: Buffer;
  readonly #keys: readonly Buffer[];
  readonly #end: Buffer;
  /** Whether a byte ends an unquoted cell. */
  readonly #ends = new Uint8Array(256);
  readonly #out: Buffer;
  #length = 0;
  #isFirst = true;

  constructor({ untyped, allQuoted, delimiter }: PlainCsv, { first, next, keys, end }: RowNotation) {
    [this.#untyped, this.#allQuoted] = [untyped, allQuoted];
    [this.#first, this.#next, this.#end] = [Buffer.from(first), Buffer.from(next), Buffer.from(end)];
    this.#keys = keys.map((key) => Buffer.from(key));
    for (const byte of [delimiter.charCodeAt(0), lineFeed, carriageReturn]) this.#ends[byte] = 1;
    const around = [this.#first, this.#next, ...this.#keys, this.#end].reduce(
      (sum, { length }) => sum + length,
      0,
    );
    // Maximum length of a row in the output. The buffer has space for a whole row, so that its free space is checked
    // only once per row.
    const longestRow = around + this.#keys.length * nothing.length + longestEscape * partBytes;
    this.#out = Buffer.allocUnsafe(writtenBytes + longestRow);
  }

  write(part: Buffer, written: TextFile): void {
    for (let at = 0; at < part.length;) {
      this.#put(this.#isFirst ? this.#first : this.#next);
      this.#isFirst = false;
      for (let column = 0; column < this.#keys.length; column += 1) {
        this.#put(this.#keys[column] ?? nothing);
        at = this.#putCell(part, at, column);
        at += part[at] === carriageReturn ? 2 : 1;
      }
      this.#put(this.#end);
      if (this.#length < writtenBytes) continue;
      written.writeBytes(this.#out.subarray(0, this.#length));
      this.#length = 0;
    }
    written.writeBytes(this.#out.subarray(0, this.#length));
    this.#length = 0;
  }

  #put(bytes: Buffer): void {
    const out = this.#out;
    const { length } = bytes;
    let to = this.#length;
    // For a few bytes, a loop is faster than a call of `copy`.
    for (let n = 0; n < length; n += 1) {
      out[to] = bytes[n] ?? 0;
      to += 1;
    }
    this.#length = to;
  }

  /** Returns the offset of the first byte after the cell. */
  #putCell(part: Buffer, at: number, column: number): number {
    const isText = this.#untyped[column] === true;
    if (part[at] === quote) {
      if (isText || !this.#allQuoted || part[at + 1] === quote) return this.#putText(part, at + 1, true) + 1;
      return this.#putValue(part, at + 1) + 1;
    }
    if (this.#ends[part[at] ?? 0] === 1) {
      this.#put(nothing);
      return at;
    }
    return isText ? this.#putText(part, at, false) : this.#putValue(part, at);
  }

  /** Writes a number, or a boolean in lower case. Returns the offset of the first byte after the value. */
  #putValue(part: Buffer, from: number): number {
    const [out, ends] = [this.#out, this.#ends];
    let [at, to] = [from, this.#length];
    for (let byte = part[at] ?? lineFeed; byte !== quote && ends[byte] === 0; byte = part[at] ?? lineFeed) {
      out[to] = byte | smallLetter;
      at += 1;
      to += 1;
    }
    this.#length = to;
    return at;
  }

  #putText(part: Buffer, from: number, isQuoted: boolean): number {
    const [out, ends] = [this.#out, this.#ends];
    let [at, to] = [from, this.#length];
    out[to] = quote;
    to += 1;
    for (;;) {
      const byte = part[at] ?? lineFeed;
      if (isQuoted && byte === quote) {
        if (part[at + 1] !== quote) break;
        at += 1;
      } else if (!isQuoted && ends[byte] === 1) break;
      const escape = escapes[byte];
      if (escape) {
        this.#length = to;
        this.#put(escape);
        to = this.#length;
      } else {
        out[to] = byte;
        to += 1;
      }
      at += 1;
    }
    out[to] = quote;
    this.#length = to + 1;
    return at;
  }
}
