/** Tests workbooks that are written row by row. Another library reads the written workbooks. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { read, utils, type WorkSheet } from 'xlsx';
import { csv } from './csv.ts';
import { xlsxWriter } from './xlsx.ts';

let dir: string;
before(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'protean-xlsx-'));
});
after(() => rm(dir, { recursive: true }));

async function bookOf(text: string, { sheetRows = 1000, header = true } = {}): Promise<Buffer> {
  const [input, output] = [path.join(dir, 'a.csv'), path.join(dir, 'a.xlsx')];
  await writeFile(input, text);
  const table = await csv.read(input, { header });
  await xlsxWriter(sheetRows)(output, table ?? assert.fail(), { header });
  return readFile(output);
}

/** Returns the rows of each sheet, with dates as displayed. */
function rowsOf(book: Buffer): unknown[][][] {
  const { SheetNames, Sheets } = read(book, { cellNF: true, cellText: true });
  return SheetNames.map((name) => rowsIn(Sheets[name] ?? assert.fail(name)));
}

const rowsIn = (sheet: WorkSheet) =>
  utils.sheet_to_json<unknown[]>(sheet, { header: 1, defval: null, raw: true, rawNumbers: true });

test('writes cells as numbers, booleans, strings and dates according to their column types', async () => {
  const text = [
    'number,truth,text,zip code,day,long',
    '1.5,TRUE,<a & b>,007,2024-02-29,12345678901234567890',
    '-2e+3,false,"two\nlines",12,1999-12-31,1',
    ',,,,,',
  ].join('\n');
  const book = await bookOf(text);
  assert.deepEqual(rowsOf(book), [
    [
      ['number', 'truth', 'text', 'zip code', 'day', 'long'],
      [1.5, true, '<a & b>', '007', 45351, '12345678901234567890'],
      [-2000, false, 'two\nlines', '12', 36525, '1'],
      [null, null, null, null, null, null],
    ],
  ]);
  const { Sheets } = read(book, { cellNF: true });
  const cell = Sheets['Sheet1']?.['E2'] as { z?: string; w?: string } | undefined;
  assert.deepEqual([cell?.z, cell?.w], ['yyyy\\-mm\\-dd', '2024-02-29']);
});

test('writes all dates of a column as strings if Excel cannot represent one of the dates', async () => {
  assert.deepEqual(rowsOf(await bookOf('day\n1899-12-31\n2024-02-29\n')), [
    [['day'], ['1899-12-31'], ['2024-02-29']],
  ]);
});

test('escapes characters that are invalid in XML, as Excel does', async () => {
  assert.deepEqual(rowsOf(await bookOf('a\n"\u0001_x0041_"\n')), [[['a'], ['\u0001_x0041_']]]);
});

test('repeats the header on each sheet of a table that is too long for one sheet', async () => {
  const rows = Array.from({ length: 7 }, (_, n) => `${n}`);
  const text = `n\n${rows.join('\n')}\n`;
  assert.deepEqual(rowsOf(await bookOf(text, { sheetRows: 4 })), [
    [['n'], [0], [1], [2]],
    [['n'], [3], [4], [5]],
    [['n'], [6]],
  ]);
  assert.deepEqual(rowsOf(await bookOf('1\n2\n3\n', { sheetRows: 2, header: false })), [[[1], [2]], [[3]]]);
});

test('writes identical workbooks for equal tables', async () => {
  assert.deepEqual(await bookOf('a,b\n1,2\n'), await bookOf('a,b\n1,2\n'));
  assert.deepEqual(rowsOf(await bookOf('a,b\n')), [[['a', 'b']]]);
});

test('refuses a string that is too long for an Excel cell', async () => {
  await assert.rejects(
    bookOf(`a\n${'x'.repeat(32_768)}\n`),
    /a cell in Excel cannot contain 32768 characters/,
  );
});
