/** Converts the same workbook from xlsx, xls and ods. Each cell has the same text in all data targets. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import xlsx, { type CellObject } from 'xlsx';
import { openConverter } from '../../support/server/test-app.ts';

const convertFile = openConverter();
const dir = await mkdtemp(path.join(tmpdir(), 'protean-workbook-agreement-'));
after(() => rm(dir, { recursive: true }));

const number = (v: number, z: string): CellObject => ({ t: 'n', v, z });
const text = (v: string): CellObject => ({ t: 's', v });

/**
 * Column name, cell, and the text that every target must contain. Each cell is in a separate column, because some
 * targets allow only one type of value in a column.
 */
const cells: readonly (readonly [string, CellObject, string])[] = [
  ['elapsed', number(30.25 / 24, '[h]:mm'), '30:15:00'],
  ['seconds', number(1.5 / 24, '[mm]:ss'), '1:30:00'],
  ['time', number(0.75, 'h:mm'), '18:00:00'],
  ['date', number(45_000, 'dd/mm/yyyy'), '2023-03-15'],
  ['moment', number(45_000.5, 'yyyy-mm-dd hh:mm'), '2023-03-15T12:00:00'],
  ['spring', number(61, 'yyyy-mm-dd'), '1900-03-01'],
  ['january', number(15, 'yyyy-mm-dd'), '1900-01-15'],
  ['february', number(59, 'yyyy-mm-dd'), '1900-02-28'],
  ['error', { t: 'e', v: 0x2a, w: '#N/A' }, '#N/A'],
  ['truth', { t: 'b', v: true }, 'TRUE'],
  ['share', number(0.938, '0.0%'), '0.938'],
  ['money', number(53_000.5, '"$"#,##0.00'), '53000.5'],
  ['text', text('007'), '007'],
  ['words', text('a, "b"'), 'a, "b"'],
  ['sum', { t: 'n', v: 3, f: '1+2' }, '3'],
  ['joined', { t: 's', v: 'ab', f: '"a"&"b"' }, 'ab'],
  ['due', { t: 'n', v: 45_001, f: '45000+1', z: 'yyyy-mm-dd' }, '2023-03-16'],
];

/** Cells of a workbook in the 1904 date system. */
const cells1904: typeof cells = [
  ['date', number(43_538, 'yyyy-mm-dd'), '2023-03-15'],
  ['first', number(1, 'yyyy-mm-dd'), '1904-01-02'],
  ['moment', number(43_538.5, 'yyyy-mm-dd hh:mm'), '2023-03-15T12:00:00'],
  ['elapsed', number(30.25 / 24, '[h]:mm'), '30:15:00'],
];

function workbook(columns: typeof cells, date1904: boolean): Uint8Array<ArrayBuffer> {
  const sheet: xlsx.WorkSheet = { '!ref': `A1:${xlsx.utils.encode_col(columns.length - 1)}2` };
  for (const [n, [name, cell]] of columns.entries()) {
    sheet[`${xlsx.utils.encode_col(n)}1`] = text(name);
    sheet[`${xlsx.utils.encode_col(n)}2`] = cell;
  }
  const book = { SheetNames: ['Values'], Sheets: { Values: sheet }, Workbook: { WBProps: { date1904 } } };
  return new Uint8Array(xlsx.write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer);
}

async function convert(file: Uint8Array<ArrayBuffer>, source: string, target: string): Promise<Buffer> {
  const answer = await convertFile(new File([file], `values.${source}`), target, {});
  assert.equal(answer.status, 200, `${source} to ${target}: ${answer.error.message}`);
  return answer.body;
}

/** Maps each target to a function that returns the values of the first record. */
const readers: Readonly<Record<string, (body: Buffer) => Promise<unknown[]> | unknown[]>> = {
  csv: (body) => csvRow(body.toString()),
  json: (body) => Object.values((JSON.parse(body.toString()) as Record<string, unknown>[])[0] ?? {}),
  ndjson: (body) => Object.values(JSON.parse(body.toString()) as Record<string, unknown>),
  sqlite: sqliteRow,
  parquet: parquetRow,
};

/** Returns the cells in the second line of a CSV file. Only the cell with a comma and quotes is quoted. */
const csvRow = (csv: string) =>
  Array.from(
    (csv.split('\n')[1] ?? '').matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g),
    ([, quoted, plain]) => (quoted === undefined ? plain : quoted.replaceAll('""', '"')),
  );

async function sqliteRow(body: Buffer): Promise<unknown[]> {
  const file = path.join(dir, 'result.sqlite');
  await writeFile(file, body);
  const database = new DatabaseSync(file, { readOnly: true });
  const table = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").get()?.['name'];
  const row = database.prepare(`SELECT * FROM "${String(table)}"`).get();
  database.close();
  return Object.values(row ?? {});
}

async function parquetRow(body: Buffer): Promise<unknown[]> {
  const file = path.join(dir, 'result.parquet');
  await writeFile(file, body);
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const rows = await connection.runAndReadAll(`SELECT COLUMNS(*)::VARCHAR FROM '${file}'`);
  connection.closeSync();
  instance.closeSync();
  return rows.getRows()[0] ?? [];
}

/**
 * Returns the value as text. Writes booleans and timestamps in the same way as `wanted`, because readers of typed
 * targets return booleans and timestamps in other notations, such as `true` or `1` for `TRUE`.
 */
function spelled(value: unknown, wanted: string): string {
  const plain = String(value);
  if (wanted === 'TRUE') return ['true', '1'].includes(plain) ? 'TRUE' : plain;
  return wanted.includes('T') ? plain.replace(' ', 'T') : plain;
}

for (const [calendar, columns, date1904] of [
  ['1900', cells, false],
  ['1904', cells1904, true],
] as const)
  for (const source of ['xlsx', 'xls', 'ods'])
    test(`writes the cells of ${source} as the same text to every data format (${calendar} date system)`, async () => {
      const original = workbook(columns, date1904);
      const file = source === 'xlsx' ? original : new Uint8Array(await convert(original, 'xlsx', source));
      const found: Record<string, unknown> = {};
      const wanted: Record<string, unknown> = {};
      for (const [target, read] of Object.entries(readers)) {
        const row = await read(await convert(file, source, target));
        for (const [n, [name, , expected]] of columns.entries()) {
          found[`${target} ${name}`] = spelled(row[n], expected);
          wanted[`${target} ${name}`] = expected;
        }
      }
      assert.deepEqual(found, wanted);
    });
