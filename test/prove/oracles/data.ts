/** The data oracle: the records, read by Python, every value of the type that the format and the way there can keep. */
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import type { Format } from '../../../packages/server/src/formats/format.ts';
import { run } from '../../samples/run.ts';
import { columnNames, records, type TableRecord } from '../../samples/table.ts';
import { workbook } from '../../samples/workbook.ts';
import type { Claim } from '../oracle.ts';

/** As `data_reader.py` prints it. */
export type Tagged =
  | null
  | boolean
  | string
  | Tagged[]
  | { int: string }
  | { float: string }
  | { decimal: string }
  | { moment: string }
  | { bytes: string }
  | { map: [string, Tagged][] };

const reader = fileURLToPath(new URL('data_reader.py', import.meta.url));

/** Reads a file of data or a table with Python's own libraries; throws where they refuse it. */
export async function readData(ext: string, file: string): Promise<Tagged> {
  const { stdout } = await run('/usr/bin/python3', [reader, ext, file]);
  return JSON.parse(stdout.toString()) as Tagged;
}

/** Formats that hold nothing but text: a number is its digits there. */
const textOnly = new Set(['xml', 'ini', 'properties']);

export async function checkData(files: readonly string[], { source, target, loses }: Claim): Promise<void> {
  assert.equal(files.length, 1, 'number of files');
  const rows = rowsIn(await readData(target.ext, files[0] ?? ''));
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
          spelled(asHeld(record[name], source), textOnly.has(target.ext)),
          `${name} of record ${n}`,
        );
    }
  }
}

const isNothing = (seen: Tagged | undefined) => seen === undefined || seen === null || seen === '';

/** OpenDocument's samples have a space where the others have a tab, and DIF writes truths as digits. */
function asHeld(value: TableRecord[keyof TableRecord], { ext }: Format): TableRecord[keyof TableRecord] {
  if (ext === 'dif' && typeof value === 'boolean') return Number(value);
  return typeof value === 'string' && spaced.has(ext) ? value.replaceAll('\t', ' ') : value;
}

const spaced = new Set(['ods', 'ots', 'fods', 'sxc']);

function spelled(value: TableRecord[keyof TableRecord], asText: boolean): Tagged {
  if (value === null || typeof value === 'string') return value;
  if (asText) return String(value);
  if (typeof value === 'boolean') return value;
  return Number.isInteger(value) ? { int: String(value) } : { float: String(value) };
}

/** The list of records, inside however many maps and lists of one member, or the sheet of them beside the sums. */
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
  for (const cell of workbook[1].rows.flat()) {
    const held = typeof cell === 'object' && cell && 'value' in cell ? cell.value : cell;
    const text = typeof held === 'object' ? '' : String(held);
    assert.ok(JSON.stringify(second).includes(text), `${text} on the second sheet`);
  }
  return rowsIn(first);
}

/** The members of a map; throws where `value` is none. */
export function membersOf(value: Tagged): [string, Tagged][] {
  const isMap = typeof value === 'object' && value !== null && !Array.isArray(value) && 'map' in value;
  assert.ok(isMap, `no map: ${JSON.stringify(value).slice(0, 200)}`);
  return value.map;
}
