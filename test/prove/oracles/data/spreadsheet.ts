/**
 * The spreadsheet oracle. Checks the value and type of every cell, the sheet names, and the formula with its result.
 */
import assert from 'node:assert/strict';
import { letter } from '../../../samples/documents/letter.ts';
import { workbook, type Cell } from '../../../samples/spreadsheets/workbook.ts';
import type { Claim } from '../../oracle.ts';
import { checkCatalogue, isOfCatalogues } from './catalogue.ts';
import { checkCards, isOfCards } from './cards.ts';
import { checkNotebook, isNotebook } from '../documents/notebook.ts';
import { checkPlaces, isOfPlaces } from './places.ts';
import { readSheets, type SeenCell, type SeenSheet } from './sheet-reader.ts';

const [recordsSheet, sumsSheet] = workbook;

/** Formats that store only one sheet in a file. Each sheet becomes a separate file. */
const onePerFile = ['csv', 'tsv', 'dbf', 'dif', 'slk'];

/** Formats without value types. */
const untyped = ['csv', 'tsv'];

export async function checkSpreadsheet(files: readonly string[], claim: Claim): Promise<void> {
  const { source, target } = claim;
  if (isOfCatalogues(source)) return checkCatalogue(files, claim);
  if (isOfCards(source)) return checkCards(files, claim);
  if (isOfPlaces(source)) return checkPlaces(files, claim);
  if (isNotebook(source)) return checkNotebook(files, claim);
  const found = await Promise.all(files.map((file) => readSheets(file, target.ext)));
  if (source.category === 'document') return checkLetterTable(found.flat());
  const [records, sums, ...more] = found.flat();
  const several = source.holds.includes('sheets');
  assert.equal(files.length, several && onePerFile.includes(target.ext) ? 2 : 1, 'number of files');
  assert.equal(more.length, 0, 'sheets beyond the two');
  assert.ok(records, 'a sheet');
  checkRecords(records, claim);
  assert.equal(sums !== undefined, several, 'the second sheet');
  if (sums) checkSums(sums, claim);
  if (several && target.holds.includes('sheets')) {
    assert.deepEqual([records.name, sums?.name], [recordsSheet.name, sumsSheet.name], 'names of sheets');
  }
}

/**
 * Checks that a spreadsheet made from the sample letter contains only the table of the letter. The spreadsheet loses
 * the paragraphs and all other content of the letter.
 */
function checkLetterTable(sheets: readonly SeenSheet[]): void {
  const seen = sheets.map(({ rows }) => rows.map((row) => row.map((cell) => String(cell?.value ?? ''))));
  assert.deepEqual(seen, [letter.table], 'the table of the letter');
}

function checkRecords({ rows }: SeenSheet, claim: Claim): void {
  const filled = rows.filter((row) => row.some((cell) => cell !== undefined));
  assert.equal(filled.length, recordsSheet.rows.length, 'rows');
  for (const [y, row] of recordsSheet.rows.entries()) {
    const seen = filled[y] ?? [];
    assert.ok(
      seen.slice(row.length).every((cell) => cell === undefined),
      `row ${y + 1} is too long`,
    );
    for (const [x, cell] of row.entries()) {
      const fault = y === 0 ? faultOfName(cell, seen[x], claim) : faultOfCell(cell, seen[x], claim);
      assert.ok(!fault, `row ${y + 1}, column ${x + 1}: ${JSON.stringify(seen[x])} where ${fault} was due`);
    }
  }
}

/**
 * Returns undefined if the column name in the result is correct, or a description of the expected name if the column
 * name is wrong. dBase writes column names in capital letters.
 */
function faultOfName(
  name: Cell | undefined,
  seen: SeenCell | undefined,
  { target }: Claim,
): string | undefined {
  const due = typeof name === 'string' && target.ext === 'dbf' ? name.toUpperCase() : name;
  return seen?.type === 'text' && seen.value === due ? undefined : `the name ${JSON.stringify(due)}`;
}

function faultOfCell(cell: Cell, seen: SeenCell | undefined, claim: Claim): string | undefined {
  if (cell === null) return seen === undefined ? undefined : 'nothing';
  if (typeof cell === 'number') return isNumber(cell, seen, claim) ? undefined : `the number ${cell}`;
  if (typeof cell === 'boolean') return isTruth(cell, seen, claim) ? undefined : `${cell}`;
  if (typeof cell === 'string') return isText(cell, seen, claim) ? undefined : `the text ${cell}`;
  if ('date' in cell) return isDate(cell.date, seen, claim) ? undefined : `the day ${cell.date}`;
  return isNumber(cell.value, seen, claim) ? undefined : `the result ${cell.value}`;
}

function isNumber(due: number, seen: SeenCell | undefined, { target }: Claim): boolean {
  if (!untyped.includes(target.ext)) return seen?.type === 'number' && seen.value === due;
  return seen !== undefined && /^-?\d+(\.\d+)?$/.test(String(seen.value)) && Number(seen.value) === due;
}

/**
 * Returns whether a cell contains the expected boolean. If the target is CSV, TSV or DIF, or if the source has no value
 * types, the cell has a word such as TRUE instead of a boolean.
 */
function isTruth(due: boolean, seen: SeenCell | undefined, { source, target }: Claim): boolean {
  if (seen?.type === 'truth') return seen.value === due;
  const wordsOnly = untyped.includes(target.ext) || target.ext === 'dif' || !source.holds.includes('types');
  return wordsOnly && String(seen?.value).toLowerCase() === String(due);
}

/**
 * Returns whether a cell contains the expected date. CSV, TSV, DIF and the samples in data formats have dates as
 * strings.
 */
function isDate(due: string, seen: SeenCell | undefined, { source, target }: Claim): boolean {
  const asText =
    [...untyped, 'dif'].includes(target.ext) || source.ext === 'dif' || source.category === 'data';
  return seen?.value === due && (seen.type === 'date' || asText);
}

/**
 * Returns whether a cell contains the expected string. Samples in OpenDocument formats have a space in place of a tab.
 */
function isText(due: string, seen: SeenCell | undefined, { source }: Claim): boolean {
  const text = ['ods', 'ots', 'fods', 'sxc'].includes(source.ext) ? due.replaceAll('\t', ' ') : due;
  return seen?.type === 'text' && seen.value === text;
}

/**
 * Returns a column name as dBase writes it: in capital letters, with `_` in place of spaces, and with at most 10
 * characters.
 */
function columnOf(label: string): string {
  return label.toUpperCase().replaceAll(' ', '_').slice(0, 10);
}

/**
 * Checks the label and the sum on the second sheet. Every format keeps the label and the sum, but in dBase, the label
 * becomes a column name.
 */
function checkSums({ rows }: SeenSheet, claim: Claim): void {
  const cells = rows.flat().filter((cell) => cell !== undefined);
  const [[label, sum] = []] = sumsSheet.rows;
  assert.ok(typeof label === 'string' && typeof sum === 'object' && sum && 'formula' in sum);
  assert.ok(
    cells.some(
      (cell) => cell.value === label || (claim.target.ext === 'dbf' && cell.value === columnOf(label)),
    ),
    `the label among ${JSON.stringify(cells)}`,
  );
  const result = cells.find((cell) => isNumber(sum.value, cell, claim));
  assert.ok(result, `the result ${sum.value} among ${JSON.stringify(cells)}`);
  // Formulas of XLSB and Numbers sources are not checked. SheetJS writes no formulas into the XLSB sample, and no
  // available reader reads the formulas of Numbers documents.
  if (
    !['xlsb', 'numbers'].includes(claim.source.ext) &&
    claim.source.holds.includes('formulas') &&
    claim.target.holds.includes('formulas')
  ) {
    const formula = (result.formula ?? '')
      .replace(/[$'[\]]/g, '')
      .replace(':.', ':')
      .replace('.', '!');
    assert.equal(formula, sum.formula, 'the formula');
  }
}
