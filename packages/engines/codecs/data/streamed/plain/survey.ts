/** Examines the bytes of delimited text: determines whether the text is plain, and the kinds of its columns. */
import { isUtf8 } from 'node:buffer';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { carriageReturn, lineFeed, quote, takeRows } from '../../values/cells.ts';
import { delimitedBody } from '../../text/csv.ts';
import type { Options } from '../../../../contract/options.ts';
import { nameColumns } from '../../values/table.ts';
import { textParts } from '../text-file.ts';
import type { Shape } from '../../values/shape.ts';
import { byteClasses, isUntyped, kindOf, kinds, shapeOfHeld, stop, type HeldKinds } from './cell-kinds.ts';

/**
 * A file that follows RFC 4180 without deviations: it has at least 2 columns, each row has a cell for each column, and
 * quotes enclose whole cells. All CSV readers find the same cells in a file without deviations.
 */
export interface PlainCsv {
  file: string;
  delimiter: string;
  /** Whether the first row names the columns. */
  header: boolean;
  columns: readonly string[];
  /** Number of rows without the header. */
  rows: number;
  /**
   * Whether every cell is quoted, including the header. If every cell is quoted, a quoted cell is not necessarily text.
   */
  allQuoted: boolean;
  /** For each column: whether it is text, as determined by {@link isUntyped}. */
  untyped: readonly boolean[];
  /** The shape of each column. Undefined if the kinds of the cells do not determine the shape of every column. */
  shapes: readonly Shape[] | undefined;
  /**
   * Offsets that divide the rows into parts of at most {@link partBytes}, from the first row after the header to the
   * end of the file.
   */
  offsets: readonly number[];
}

/** Maximum length of a row. Text with a row that is longer than this maximum is not plain. */
export const partBytes = 128 * 1024;

const byteOrderMark = 3;

/**
 * Returns undefined if the file is not plain CSV (see {@link PlainCsv}). Throws {@link InvalidData} for binary content.
 */
export function surveyPlain(
  file: string,
  delimiters: readonly string[],
  options: Options,
): PlainCsv | undefined {
  const { header = true } = options;
  const [{ text, last } = { text: '', last: true }] = textParts(file);
  const { body, delimiter } = delimitedBody(text, delimiters, options);
  const [first] = takeRows(body, delimiter, last).rows;
  if (body !== text || !first || first.length < 2) return undefined;
  const survey = new PlainSurvey(first.length, delimiter, header);
  const offsets = survey.read(file);
  if (!offsets || survey.rows === 0) return undefined;
  const { rows, allQuoted, held } = survey;
  const names = header ? first.map((cell) => cell.text) : [];
  const shapes = held.map(shapeOfHeld);
  return {
    file,
    delimiter,
    header,
    columns: nameColumns(names, first.length),
    rows,
    allQuoted,
    untyped: held.map(isUntyped),
    shapes: shapes.every((shape) => shape !== undefined) ? shapes : undefined,
    offsets: header ? offsets.slice(1) : offsets,
  };
}

class PlainSurvey {
  readonly #width: number;
  readonly #delimiter: number;
  readonly #classes: Uint8Array;
  readonly #inQuotes = byteClasses([quote, 0]);
  #isHeader: boolean;
  #isHeaderQuoted = true;
  rows = 0;
  /** For each column: the kinds of the unquoted cells (`#unquoted`) and of the quoted cells (`#quoted`). */
  readonly #unquoted: Uint8Array;
  readonly #quoted: Uint8Array;

  constructor(width: number, delimiter: string, header: boolean) {
    this.#width = width;
    this.#delimiter = delimiter.charCodeAt(0);
    this.#classes = byteClasses([this.#delimiter, lineFeed, carriageReturn, quote, 0]);
    this.#isHeader = header;
    [this.#unquoted, this.#quoted] = [new Uint8Array(width), new Uint8Array(width)];
  }

  get allQuoted(): boolean {
    return this.#isHeaderQuoted && this.#hasQuotedOnly();
  }

  get held(): HeldKinds[] {
    const { allQuoted } = this;
    return Array.from(this.#unquoted, (unquoted, n) => ({
      unquoted,
      quoted: this.#quoted[n] ?? 0,
      allQuoted,
    }));
  }

  #hasQuotedOnly(): boolean {
    return this.#unquoted.every((held) => held === 0);
  }

  /** Returns the offsets of {@link PlainCsv}, or undefined if the file is not plain. */
  read(file: string): number[] | undefined {
    const descriptor = openSync(file, 'r');
    try {
      const { size } = fstatSync(descriptor);
      // The 2 extra bytes are for a line break at the end, and for the zero byte that ends the last cell.
      const bytes = Buffer.allocUnsafe(partBytes + 2);
      let at =
        readSync(descriptor, bytes, 0, byteOrderMark, 0) === byteOrderMark && hasMark(bytes)
          ? byteOrderMark
          : 0;
      const offsets = [at];
      while (at < size) {
        const length = readSync(descriptor, bytes, 0, partBytes, at);
        const isLast = at + length >= size;
        const end = this.#readPart(bytes, length, isLast);
        if (length === 0 || end === 0) return undefined;
        at += Math.min(end, length);
        offsets.push(at);
      }
      return offsets;
    } finally {
      closeSync(descriptor);
    }
  }

  /**
   * Returns the offset after the header, or after the last complete row of the part. Returns 0 if the part has no
   * complete row, or if the part is not plain CSV.
   */
  #readPart(bytes: Buffer, length: number, isLast: boolean): number {
    if (bytes.subarray(0, length).includes(0)) return 0;
    let full = length;
    if (isLast && bytes[length - 1] !== lineFeed) {
      bytes[length] = lineFeed;
      full += 1;
    }
    bytes[full] = 0;
    const end = this.#readRows(bytes, full);
    return isUtf8(bytes.subarray(0, end)) ? end : 0;
  }

  /**
   * Reads rows. Returns the offset after the header or after the last complete row, or 0 if no row is complete or the
   * rows are not plain. The byte at index `length` must be zero, because it ends the last cell.
   */
  #readRows(bytes: Buffer, length: number): number {
    let [at, end, column] = [0, 0, 0];
    for (;;) {
      at = this.#readCell(bytes, at, column);
      column += 1;
      if (at < length && bytes[at] === this.#delimiter) at += 1;
      else {
        if (bytes[at] === carriageReturn) at += 1;
        if (at >= length) return end;
        if (bytes[at] !== lineFeed || column !== this.#width) return 0;
        at += 1;
        [end, column] = [at, 0];
        if (this.#endRow()) return end;
      }
    }
  }

  /**
   * Returns the offset of the first byte after the cell that begins at `at`. If the zero byte ends the cell, returns
   * the offset of the zero byte.
   */
  #readCell(bytes: Buffer, at: number, column: number): number {
    const isQuoted = bytes[at] === quote;
    const held = isQuoted ? this.#quoted : this.#unquoted;
    const within = isQuoted ? this.#inQuotes : this.#classes;
    const start = isQuoted ? at + 1 : at;
    let [end, classes] = [start, 0];
    for (;;) {
      const found = within[bytes[end] ?? 0] ?? stop;
      if (found >= stop) break;
      classes |= found;
      end += 1;
    }
    if (bytes[end] === 0) return end;
    const behind = isQuoted ? behindQuotes(bytes, end) : end;
    const before = held[column] ?? 0;
    // If one cell is text, the whole column is text.
    if ((before & kinds.text) === 0)
      held[column] = before | (behind > end + 1 ? kinds.text : kindOf(bytes, start, end, classes));
    return behind;
  }

  /** Counts a row that has been read. If the row is the header, returns true and does not count the row. */
  #endRow(): boolean {
    if (!this.#isHeader) {
      this.rows += 1;
      return false;
    }
    this.#isHeader = false;
    this.#isHeaderQuoted = this.#hasQuotedOnly();
    this.#unquoted.fill(0);
    this.#quoted.fill(0);
    return true;
  }
}

/**
 * Returns the offset after the closing quote. `at` is the offset of the opening quote. A doubled quote is an escape.
 */
function behindQuotes(bytes: Buffer, at: number): number {
  let close = at;
  while (bytes[close + 1] === quote) {
    close = bytes.indexOf(quote, close + 2);
    if (close < 0) return bytes.length;
  }
  return close + 1;
}

/**
 * Yields the rows of the file without the header, grouped by {@link PlainCsv.offsets}. Each row ends with a line break.
 */
export function* partsOf({ file, offsets }: PlainCsv): Generator<Buffer> {
  const bytes = Buffer.allocUnsafe(partBytes + 1);
  const descriptor = openSync(file, 'r');
  try {
    for (const [n, from] of offsets.entries()) {
      const length = (offsets[n + 1] ?? from) - from;
      if (length === 0) return;
      readSync(descriptor, bytes, 0, length, from);
      const isEnded = bytes[length - 1] === lineFeed;
      if (!isEnded) bytes[length] = lineFeed;
      yield bytes.subarray(0, isEnded ? length : length + 1);
    }
  } finally {
    closeSync(descriptor);
  }
}

const hasMark = (bytes: Buffer) => bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
