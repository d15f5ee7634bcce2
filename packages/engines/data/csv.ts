/**
 * CSV and TSV as a list of records, the first row naming the columns. Maps in a record become columns `a.b`, lists are written
 * as JSON text. Read by column: unquoted cells are numbers and booleans where all unquoted cells of their column are, so that
 * 007 keeps 12 beside it a text. Written so that reading restores the value: null is an empty cell and an empty text a quoted
 * one; a text that looks like a number or a boolean is quoted, and in a column with numbers or booleans every text. If every
 * cell of a file is quoted, quotes carry no type.
 */
import { delimiterOf, splitCells, type Cell } from './cells.ts';
import type { Options } from '../runtime/options.ts';
import type { Codec } from './codec.ts';
import { flattened } from './flatten.ts';
import { nameColumns, tableOf, tableValue } from './table.ts';
import { decodeText } from './text.ts';
import { looksTyped, plainValue, textOf } from './untyped.ts';
import { Numeral, type Value } from './value.ts';

export const csv = codec([',', ';', '\t', '|'], ',');

export const tsv = codec(['\t', ',', ';', '|'], '\t');

/** Reads with any of `delimiters`, preferring the first on a tie, and writes with `delimiter`. */
function codec(delimiters: readonly string[], delimiter: string): Codec {
  return {
    read: (bytes, { delimiter: name, header } = {}) =>
      toRecords(readCells(bytes, delimiters, name && characters[name]), header),
    write: (value, { delimiter: name, header = true }) => {
      const { columns, records } = flattened(tableOf(value));
      const writeRow = rowWriter(name ? characters[name] : delimiter);
      const names = writeRow(columns.map((text) => ({ text, quoted: false })));
      const typed = new Set(columns.filter((name) => records.some((record) => isTyped(record.get(name)))));
      const rows = records.map((record) =>
        writeRow(columns.map((name) => toCell(record.get(name), typed.has(name)))),
      );
      return (header ? names : '') + rows.join('');
    },
  };
}

/** The characters by the value of the option `delimiter`. */
const characters: Readonly<Record<NonNullable<Options['delimiter']>, string>> = {
  comma: ',',
  semicolon: ';',
  tab: '\t',
  pipe: '|',
};

const rowWriter = (delimiter: string) => (cells: readonly Cell[]) =>
  `${cells.map(writeCell).join(delimiter)}\n`;

function readCells(bytes: Uint8Array, delimiters: readonly string[], requested?: string): Cell[][] {
  const text = decodeText(bytes);
  // Excel declares the delimiter in a first line of its own.
  const [line, declared] = /^sep=(.)\r?\n/.exec(text) ?? ['', undefined];
  const body = text.slice(line.length);
  return splitCells(body, requested ?? declared ?? delimiterOf(body, delimiters));
}

/** Without `named` the first row holds values like the others. */
function toRecords(cells: Cell[][], named = true): Value {
  const [header = [], ...rows] = named ? cells : [[], ...cells];
  const columns = nameColumns(
    header.map((cell) => cell.text),
    rows.reduce((width, row) => Math.max(width, row.length), 0),
  );
  const allQuoted = [header, ...rows].every((row) => row.every((cell) => cell.quoted));
  const holdsType = (cell: Cell) => allQuoted || !cell.quoted;
  const filled = rows.filter((row) => columns.length === 1 || row.length > 1 || row[0]?.text !== '');
  const typed = columns.map((_, n) =>
    filled.every(({ [n]: cell }) => !cell || cell.text === '' || !holdsType(cell) || looksTyped(cell.text)),
  );
  const toValue = (cell: Cell, n: number): Value => {
    if (!holdsType(cell)) return cell.text;
    if (cell.text === '' && !cell.quoted) return null;
    return typed[n] ? plainValue(cell.text) : cell.text;
  };
  const records = filled.map((row) => new Map(row.map((cell, n) => [columns[n] ?? '', toValue(cell, n)])));
  return tableValue(columns, records);
}

/** A number of more digits than are read as one is a text. */
const isTyped = (value: Value | undefined) =>
  typeof value === 'boolean' || (value instanceof Numeral && looksTyped(value.text));

/** `besideTyped`: its column has numbers or booleans, among which a text is told by its quotes. */
function toCell(value: Value | undefined, besideTyped: boolean): Cell {
  const text = textOf(value ?? null);
  if (value === undefined || value === null || isTyped(value)) return { text, quoted: false };
  return { text, quoted: besideTyped || text === '' || looksTyped(text) };
}

/** Quoted if it holds any of the delimiters, so that no reader guesses another one. */
function writeCell({ text, quoted }: Cell): string {
  return quoted || /[",;|\t\r\n]|^[\s\uFEFF]|\s$|^sep=/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
