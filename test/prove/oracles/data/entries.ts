/**
 * Reads a result as rows or as a single value, for the oracles that check calendars, contacts, places, translations and
 * notebooks.
 */
import assert from 'node:assert/strict';
import type { Format } from '@protean/formats/format.ts';
import { readData } from './data-reading.ts';
import { readSheets, type SeenCell } from './sheet-reader.ts';
import type { Tagged } from './tagged.ts';

/** Rows with their cells by column name. An empty cell is an empty string. */
export type Rows = readonly Readonly<Record<string, string>>[];

export type Plain = null | boolean | number | string | Plain[] | { [name: string]: Plain };

/** Data formats that store tables. */
const tables = ['csv', 'tsv', 'parquet', 'arrow', 'avro', 'sqlite', 'sql'];

/** Table formats with typed columns. */
const columnar = ['parquet', 'arrow', 'avro'];

/** Data formats in which every value is a string. */
const textOnly = ['xml', 'ini', 'properties'];

export function isTable({ ext, category }: Format): boolean {
  return category === 'spreadsheet' || tables.includes(ext);
}

/** Returns whether a format stores values only as text. */
export function isOfTexts({ ext }: Format): boolean {
  return textOnly.includes(ext);
}

/** Reads the only table in `file`. */
export async function rowsIn(file: string, target: Format): Promise<Rows> {
  return target.category === 'spreadsheet' ? sheetRows(file, target.ext) : dataRows(file, target.ext);
}

async function sheetRows(file: string, ext: string): Promise<Rows> {
  const [only, ...more] = await readSheets(file, ext);
  assert.ok(only && more.length === 0, 'one sheet');
  const [header = [], ...rows] = only.rows;
  const text = (cell: SeenCell | undefined) => (cell === undefined ? '' : String(cell.value));
  return rows.map((row) => Object.fromEntries(header.map((name, x) => [text(name), text(row[x])])));
}

async function dataRows(file: string, ext: string): Promise<Rows> {
  const rows = plain(await readData(ext, file));
  assert.ok(Array.isArray(rows), 'a list of rows');
  return rows.map((row) => {
    assert.ok(row !== null && typeof row === 'object' && !Array.isArray(row), 'a row');
    return Object.fromEntries(
      Object.entries(row).map(([name, cell]) => [name, cell === null ? '' : cellText(cell, ext)]),
    );
  });
}

/**
 * Returns the text of a cell. For a typed column, the reader returns a time as text in UTC, or as the number of
 * milliseconds or microseconds since 1970. Converts times in typed columns to ISO 8601 without `.000Z`.
 */
function cellText(cell: Plain, ext: string): string {
  const text = textOf(cell);
  if (!columnar.includes(ext)) return text;
  const [, thousandths] = /^(\d{13})(?:\d{3})?$/.exec(text) ?? [];
  const time = thousandths === undefined ? text : new Date(Number(thousandths)).toISOString();
  return time.replace(/(?<=T[\d:]{8})\.000Z$/, '');
}

/** Reads the value in `file`, and converts it to plain JavaScript values: dates to strings, and numbers to `number`. */
export async function valueIn(file: string, { ext }: Format): Promise<Plain> {
  return plain(await readData(ext, file));
}

function plain(value: Tagged): Plain {
  if (Array.isArray(value)) return value.map(plain);
  if (value === null || typeof value !== 'object') return value;
  if ('map' in value) return Object.fromEntries(value.map.map(([name, member]) => [name, plain(member)]));
  if ('int' in value) return Number(value.int);
  if ('float' in value) return Number(value.float);
  return Object.values(value).join();
}

/** Returns all strings, numbers and booleans in a value as strings, in order. */
export function textsIn(value: Plain): string[] {
  if (value === null) return [];
  if (typeof value === 'object') return Object.values(value).flatMap(textsIn);
  return [textOf(value)];
}

const textOf = (value: Plain) => (typeof value === 'object' ? JSON.stringify(value) : String(value));
