/**
 * Converts a sheet to a list of records, with field names from its first row. A sheet with a single row becomes a list
 * that contains this row.
 */
import { nameColumns, tableValue } from '../../codecs/data/values/table.ts';
import type { Value } from '../../codecs/data/values/value.ts';
import { textOfValue, type CellReader } from './cell-text.ts';
import type { Comment, Sheet } from './workbook.ts';

/**
 * Returns the records, or undefined for a sheet without values. `comments` adds a column with the comments on the cells
 * of each row.
 */
export function recordsOf(sheet: Sheet, read: CellReader, comments: boolean): Value | undefined {
  const filled = valuesOf(sheet, read);
  const [head, ...body] = filled;
  if (!head) return undefined;
  const first = Math.min(...filled.map(({ values }) => values.findIndex(isHeld)));
  const noted = comments
    ? commentsByRow(
        sheet.comments,
        filled.map(({ row }) => row),
      )
    : undefined;
  const header = head.values.slice(first);
  if (body.length === 0) return [[...header, ...(noted ? [noted.get(head.row) ?? null] : [])]];
  const width = body.reduce((widest, { values }) => Math.max(widest, values.length - first), 0);
  const names = nameColumns([...header.map(textOfValue)], width);
  const columns = noted ? nameColumns([...names, 'comments'], 0) : names;
  const records = body.map(({ row, values }) => {
    const cells = names.map((_, n) => values[first + n] ?? null);
    return new Map(columns.map((name, n) => [name, cells[n] ?? noted?.get(row) ?? null] as const));
  });
  return tableValue(columns, records);
}

const isHeld = (value: Value) => value !== null && value !== '';

interface FilledRow {
  row: number;
  values: Value[];
}

/** Returns the rows that have values. Empty cells after the last value of a row are omitted. */
function valuesOf({ rows }: Sheet, read: CellReader): FilledRow[] {
  const filled: FilledRow[] = [];
  for (const [row, cells] of rows.entries()) {
    if (!cells) continue;
    const values = Array.from(cells, (cell) => read(cell));
    const length = values.findLastIndex(isHeld) + 1;
    if (length > 0) filled.push({ row, values: values.slice(0, length) });
  }
  return filled;
}

/**
 * Returns the comments on each record as text, by the row number of the record. `rows` contains the row numbers of the
 * header and of all records, in ascending order. A comment between records goes to the preceding record, and a comment
 * on the header to the first record.
 */
export function commentsByRow(comments: readonly Comment[], rows: readonly number[]): Map<number, string> {
  const [header = 0, firstRecord = header] = rows;
  const found = new Map<number, string>();
  for (const { row, cell, text } of comments) {
    const before = rows.findLast((other) => other <= row) ?? header;
    const place = before === header ? firstRecord : before;
    const line = `${cell}: ${text}`;
    found.set(place, found.has(place) ? `${found.get(place) ?? ''}\n${line}` : line);
  }
  return found;
}
