/**
 * CSV and TSV as a list of records. The first row names the columns. Maps in a record become columns `a.b`, and lists
 * become JSON text.
 *
 * The reader infers types by column: unquoted cells become numbers or booleans only if all unquoted cells of the column
 * look like numbers or booleans. For example, the cell 12 becomes text if another cell of its column is 007. If every
 * cell of a file is quoted, quotes do not mark text.
 *
 * The writer quotes cells so that the reader can restore the values. Null is an empty cell, and an empty string is a
 * quoted empty cell. Strings are quoted if they look like numbers or booleans, or if their column contains numbers or
 * booleans.
 */
import type { Options } from '../../../contract/options.ts';
import { delimiterOf, splitCells, type Cell } from '../values/cells.ts';
import type { Codec } from '../codec.ts';
import { CsvSurvey } from './csv-columns.ts';
import { flattened } from '../values/flatten.ts';
import { tableOf, tableValue } from '../values/table.ts';
import { decodeText } from '../text.ts';
import { looksTyped, textOf } from '../values/untyped.ts';
import { Numeral, type Value } from '../values/value.ts';

/** Supported delimiters. The first delimiter wins a tie, and is the default for writing. */
export const csvDelimiters: readonly string[] = [',', ';', '\t', '|'];
export const tsvDelimiters: readonly string[] = ['\t', ',', ';', '|'];

export const csv = codec(csvDelimiters);

export const tsv = codec(tsvDelimiters);

function codec(delimiters: readonly string[]): Codec {
  return {
    read: (bytes, options = {}) => {
      const { body, delimiter } = delimitedBody(decodeText(bytes), delimiters, options);
      return toRecords(splitCells(body, delimiter), options.header);
    },
    write: (value, options) => {
      const { header = true } = options;
      const { columns, records } = flattened(tableOf(value));
      const writeRow = rowWriter(delimiters, options);
      const names = writeRow(headerOf(columns));
      const typed = new Set(columns.filter((name) => records.some((record) => isTyped(record.get(name)))));
      const rows = records.map((record) =>
        writeRow(columns.map((name) => toCell(record.get(name), typed.has(name)))),
      );
      return (header ? names : '') + rows.join('');
    },
  };
}

/** Maps each value of the option `delimiter` to its character. */
const characters: Readonly<Record<NonNullable<Options['delimiter']>, string>> = {
  comma: ',',
  semicolon: ';',
  tab: '\t',
  pipe: '|',
};

/** Returns a writer of rows with the requested delimiter, by default the first of `delimiters`. */
export function rowWriter(
  delimiters: readonly string[],
  { delimiter: name }: Options,
): (cells: readonly Cell[]) => string {
  const delimiter = name ? characters[name] : delimiters[0];
  return (cells) => `${cells.map(writeCell).join(delimiter)}\n`;
}

export const headerOf = (columns: readonly string[]): Cell[] =>
  columns.map((text) => ({ text, quoted: false }));

/** Returns the delimiter, and the text without the line in which Excel declares the delimiter. */
export function delimitedBody(
  text: string,
  delimiters: readonly string[],
  { delimiter: name }: Options = {},
): { body: string; delimiter: string } {
  const [line, declared] = /^sep=(.)\r?\n/.exec(text) ?? ['', undefined];
  const body = text.slice(line.length);
  const requested = name && characters[name];
  return { body, delimiter: requested ?? declared ?? delimiterOf(body, delimiters) };
}

function toRecords(cells: Cell[][], named = true): Value {
  const survey = new CsvSurvey(named);
  for (const row of cells) survey.add(row);
  const { names, isRow, valuesOf } = survey.finish();
  const rows = (named ? cells.slice(1) : cells).filter(isRow);
  return tableValue(
    names,
    rows.map((row) => new Map(valuesOf(row).map((value, n) => [names[n] ?? '', value]))),
  );
}

/**
 * Returns whether the value is a boolean or a number. Returns false for a number with too many digits, because readers
 * treat it as text.
 */
export const isTyped = (value: Value | undefined) =>
  typeof value === 'boolean' || (value instanceof Numeral && looksTyped(value.text));

/**
 * Converts a value to the text of a cell, and decides whether the text is quoted. If `besideTyped` is set, the column
 * has numbers or booleans, and all text is quoted.
 */
export function toCell(value: Value | undefined, besideTyped: boolean): Cell {
  const text = textOf(value ?? null);
  if (value === undefined || value === null || isTyped(value)) return { text, quoted: false };
  return { text, quoted: besideTyped || text === '' || looksTyped(text) };
}

/**
 * Returns the text of a cell, quoted if it contains any of the supported delimiters, so that readers detect the right
 * delimiter.
 */
function writeCell({ text, quoted }: Cell): string {
  return quoted || /[",;|\t\r\n]|^[\s\uFEFF]|\s$|^sep=/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
