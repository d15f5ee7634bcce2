/**
 * The data oracle reads the records of a result with independent libraries. Checks the values, and each type that the
 * format and the route keep.
 */
import assert from 'node:assert/strict';
import type { Format } from '@protean/formats/format.ts';
import { columnNames, records, type TableRecord } from '../../../samples/spreadsheets/table.ts';
import { workbook } from '../../../samples/spreadsheets/workbook.ts';
import type { Claim } from '../../oracle.ts';
import { isMail } from '../documents/mail.ts';
import { checkMailData } from '../documents/mail-data.ts';
import { checkCatalogue, isOfCatalogues } from './catalogue.ts';
import { checkCards, isOfCards } from './cards.ts';
import { checkNotebook, isNotebook } from '../documents/notebook.ts';
import { checkPlaces, isOfPlaces } from './places.ts';
import { checkInvoice } from './invoice.ts';
import { readData } from './data-reading.ts';
import type { Tagged } from './tagged.ts';

/** Formats that hold a single table. Several tables become several files. */
const oneTable = new Set(['csv', 'tsv', 'parquet', 'arrow', 'avro']);

/** Formats with date columns. In a date column, strings that contain dates become date values. */
const columnar = new Set(['parquet', 'arrow', 'avro']);

/** Formats that keep the date values of the source as dates. */
const withDays = new Set(['yaml', 'toml']);

const typedColumns = new Set(['parquet', 'arrow', 'avro', 'sqlite', 'sql']);

/** Formats that hold only text. A text-only format writes a number as its digits. */
const textOnly = new Set(['xml', 'ini', 'properties']);

export async function checkData(files: readonly string[], claim: Claim): Promise<void> {
  const { source, target, loses } = claim;
  if (source.ext === 'pdf') return checkInvoice(files[0] ?? '', target.ext);
  if (isMail(source)) return checkMailData(files[0] ?? '');
  if (isOfCatalogues(source)) return checkCatalogue(files, claim);
  if (isOfCards(source)) return checkCards(files, claim);
  if (isOfPlaces(source)) return checkPlaces(files, claim);
  if (isNotebook(source)) return checkNotebook(files, claim);
  const parts = await Promise.all(files.map((file) => readData(target.ext, file)));
  const several = source.holds.includes('sheets') && oneTable.has(target.ext);
  assert.equal(files.length, several ? 2 : 1, 'number of files');
  if (several) checkSums(parts[1] ?? null);
  const rows = rowsIn(parts[0] ?? null);
  assert.equal(rows.length, records.length, 'number of records');
  const nullsLost = loses.includes('nulls') || [source, target].some(({ holds }) => !holds.includes('nulls'));
  for (const [n, record] of records.entries()) {
    const row = new Map(rows[n]);
    assert.equal(row.size, rows[n]?.length, `record ${n} has a key twice`);
    const expected = columnNames.filter((name) => record[name] !== null || row.has(name));
    assert.deepEqual([...row.keys()], expected, `keys of record ${n}`);
    for (const name of columnNames) {
      const seen = row.get(name);
      if (record[name] === null && nullsLost)
        assert.ok(isNothing(seen), `${name} of record ${n}: ${JSON.stringify(seen)}`);
      else
        assert.deepEqual(
          seen,
          inColumn(name, spelled(asHeld(record[name], source), textOnly.has(target.ext)), source, target),
          `${name} of record ${n}`,
        );
    }
  }
}

/**
 * Returns the expected value of a cell. If the source or the target has typed columns, all prices are floating-point
 * numbers, because one column has only one type. The strings in the column `since` become date values if the target
 * supports dates.
 */
function inColumn(name: string, due: Tagged, source: Format, target: Format): Tagged {
  if (name === 'price')
    return [source, target].some(({ ext }) => typedColumns.has(ext)) ? asFraction(due) : due;
  const dated =
    columnar.has(target.ext) || ([...columnar, 'sqlite'].includes(source.ext) && withDays.has(target.ext));
  return name === 'since' && typeof due === 'string' && dated ? { moment: due } : due;
}

function asFraction(due: Tagged): Tagged {
  if (typeof due === 'string') return due.includes('.') ? due : `${due}.0`;
  return typeof due === 'object' && due !== null && 'int' in due ? { float: `${due.int}.0` } : due;
}

const isNothing = (seen: Tagged | undefined) => seen === undefined || seen === null || seen === '';

/** Returns the value as the sample file contains it. In OpenDocument samples, each tab is replaced with a space. */
function asHeld(value: TableRecord[keyof TableRecord], { ext }: Format): TableRecord[keyof TableRecord] {
  return typeof value === 'string' && spaced.has(ext) ? value.replaceAll('\t', ' ') : value;
}

const spaced = new Set(['ods', 'ots', 'fods', 'sxc']);

function spelled(value: TableRecord[keyof TableRecord], asText: boolean): Tagged {
  if (value === null || typeof value === 'string') return value;
  if (asText) return String(value);
  if (typeof value === 'boolean') return value;
  return Number.isInteger(value) ? { int: String(value) } : { float: String(value) };
}

/**
 * Returns the records in `value`. The list of records may be nested in maps and lists with a single member, or it may
 * be the first of two sheets. If there are two sheets, also checks the sums on the second sheet.
 */
function rowsIn(value: Tagged): [string, Tagged][][] {
  if (Array.isArray(value) && value.length > 1) return value.map(membersOf);
  if (Array.isArray(value)) return rowsIn(value[0] ?? null);
  const members = new Map(membersOf(value));
  if (members.size === 1) return rowsIn([...members.values()][0] ?? null);
  const [first, second] = workbook.map(({ name }) => members.get(name));
  assert.ok(
    first && second && members.size === 2,
    `neither records nor two sheets: ${JSON.stringify(value).slice(0, 200)}`,
  );
  checkSums(second);
  return rowsIn(first);
}

function checkSums(table: Tagged): void {
  for (const cell of workbook[1].rows.flat()) {
    const held = typeof cell === 'object' && cell && 'value' in cell ? cell.value : cell;
    const text = typeof held === 'object' ? '' : String(held);
    // Some formats write a label as a key or an element name, with `_` or `_x0020_` in place of each space. The regular
    // expression replaces `_` and `_x0020_` with spaces again.
    const json = JSON.stringify(table).replace(/(?<=\w)_(?:x0020_)?(?=\w)/g, ' ');
    assert.ok(json.includes(text), `${text} on the second sheet`);
  }
}

/** Returns the members of a map. Throws if `value` is not a map. */
export function membersOf(value: Tagged): [string, Tagged][] {
  const isMap = typeof value === 'object' && value !== null && !Array.isArray(value) && 'map' in value;
  assert.ok(isMap, `no map: ${JSON.stringify(value).slice(0, 200)}`);
  return value.map;
}
