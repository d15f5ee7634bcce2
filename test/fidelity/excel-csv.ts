/**
 * Compares the cells of workbooks with the csv files that Excel saved from them, and prints how many sheets and cells
 * are equal. Usage: excel-csv.ts FOLDER [--values raw|shown]. The folder contains workbooks. For each workbook NAME,
 * the folder also contains files NAME.N.csv, one for each sheet N, from 0. The script reads the sheets with the modules
 * of the engine sheetjs, without a server. Formulas without a stored result count as different.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { rawReader, shownReader } from '../../packages/engines/tools/sheetjs/cell-text.ts';
import { delimitedText } from '../../packages/engines/tools/sheetjs/grid.ts';
import { readWorkbook } from '../../packages/engines/tools/sheetjs/workbook.ts';
import { splitCells } from '../../packages/engines/codecs/data/values/cells.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { values: { type: 'string', default: 'shown' } },
});
const [folder] = positionals;
if (folder === undefined) throw new Error('usage: excel-csv.ts FOLDER [--values raw|shown]');

/** Returns the rows of a csv text, without trailing empty cells and without trailing empty rows. */
function rowsOf(text: string): string[][] {
  const rows = splitCells(text, ',').map((row) => row.map((cell) => cell.text));
  for (const row of rows) row.length = row.findLastIndex((cell) => cell !== '') + 1;
  rows.length = rows.findLastIndex((row) => row.length > 0) + 1;
  return rows;
}

const decoder = new TextDecoder('windows-1252');
const score = { sheets: 0, equalSheets: 0, cells: 0, equalCells: 0 };

function compare(wanted: readonly string[][], got: readonly string[][]): void {
  let equal = true;
  for (let y = 0; y < Math.max(wanted.length, got.length); y += 1)
    for (let x = 0; x < Math.max(wanted[y]?.length ?? 0, got[y]?.length ?? 0); x += 1) {
      const [theirs, ours] = [wanted[y]?.[x] ?? '', got[y]?.[x] ?? ''];
      if (theirs === '' && ours === '') continue;
      score.cells += 1;
      if (theirs === ours) score.equalCells += 1;
      else equal = false;
    }
  score.sheets += 1;
  if (equal) score.equalSheets += 1;
}

for (const csv of readdirSync(folder)) {
  const [, name = '', n = ''] = /^(.+)\.(\d+)\.csv$/.exec(csv) ?? [];
  const file = path.join(folder, name);
  if (name === '' || !existsSync(file)) continue;
  const wanted = rowsOf(decoder.decode(readFileSync(path.join(folder, csv))));
  try {
    const book = readWorkbook(file);
    const read = (values.values === 'raw' ? rawReader : shownReader)(book.date1904);
    const sheet = book.sheets[Number(n)];
    compare(wanted, sheet ? rowsOf(delimitedText(sheet, read, 'csv', {})) : []);
  } catch (error) {
    process.stderr.write(`${name}: ${String(error)}\n`);
    compare(wanted, []);
  }
}

const percent = (part: number, whole: number) => `${((100 * part) / Math.max(1, whole)).toFixed(1)}%`;
process.stdout.write(
  `${score.sheets} sheets, ${percent(score.equalSheets, score.sheets)} equal; ${score.cells} cells, ${percent(score.equalCells, score.cells)} equal\n`,
);
