/**
 * Converts an Excel workbook to delimited text, structured data, a table format or a database. Exits with status 1 for a corrupt
 * file.
 */
import { writeFileSync } from 'node:fs';
import { withExitStatus } from '../../codecs/data/exit.ts';
import { valueOfTables, type NamedTable } from '../../codecs/data/values/tables.ts';
import { writing } from '../../codecs/data/writing.ts';
import type { Step } from '../../contract/engine.ts';
import { refuse } from '../../shared/runner/refuse.ts';
import { run } from '../../shared/runner/run.ts';
import { readStep } from '../../contract/step.ts';
import { warn } from '../../shared/runner/warn.ts';
import { rawReader, shownReader, type CellReader } from './cell-text.ts';
import { delimitedText } from './grid.ts';
import { recordsOf } from './records.ts';
import { readWorkbook, type Sheet, type Workbook } from './workbook.ts';

export interface WorkbookStep extends Step {
  /**
   * Command that calculates all formulas and writes the workbook. The calculation runs if the stored result of a
   * formula is missing.
   */
  calculate: { command: readonly string[]; output: string };
}

export async function convert(step: WorkbookStep): Promise<void> {
  await withExitStatus(step, async () => {
    const book = readWorkbook(step.input);
    const sheets = chosenSheets(book.sheets, step);
    if (sheets.some(lacksResults) && !addResults(sheets, step)) return;
    const read = (step.options.values === 'shown' ? shownReader : rawReader)(book.date1904);
    warnOfComments(sheets, step);
    if (book.charts > 0) warn(step, 'charts_left_out', String(book.charts));
    if (step.to === 'csv' || step.to === 'tsv') writeDelimited(sheets, read, step);
    else await writeRecords(sheets, read, step);
  });
}

/**
 * Returns the sheet that the option `sheet` selects by name or by number (from 1), or all sheets that the option
 * `sheets` allows.
 */
function chosenSheets(all: readonly Sheet[], step: WorkbookStep): readonly Sheet[] {
  const { sheet: asked, sheets } = step.options;
  if (asked !== undefined) {
    const index = /^[1-9]\d*$/.test(asked) ? Number(asked) - 1 : -1;
    const sheet = all.find(({ name }) => name === asked) ?? all[index];
    return sheet ? [sheet] : refuse('no_such_sheet');
  }
  const visible = all.filter(({ isHidden }) => !isHidden);
  const hidden = all.length - visible.length;
  if (hidden === 0) return all;
  warn(step, 'hidden_sheets', `${hidden} ${sheets === 'visible' ? 'left out' : 'converted'}`);
  return sheets === 'visible' ? visible : all;
}

function warnOfComments(sheets: readonly Sheet[], step: WorkbookStep): void {
  const count = sheets.reduce((sum, { comments }) => sum + comments.length, 0);
  if (count > 0 && step.options.comments !== true) warn(step, 'comments_left_out', String(count));
}

const lacksResults = ({ rows }: Sheet) =>
  rows.some((row) => row?.some((cell) => cell !== undefined && cell.value === undefined));

/**
 * Adds calculated results to formulas without a result. Results that the file already contains stay unchanged. Returns
 * whether LibreOffice could calculate the formulas.
 */
function addResults(sheets: readonly Sheet[], { calculate }: WorkbookStep): boolean {
  const { status, stderr } = run(calculate.command);
  process.stderr.write(stderr);
  process.exitCode = status;
  if (status !== 0) return false;
  const calculated: Workbook = readWorkbook(calculate.output);
  for (const { name, rows } of sheets) {
    const source = calculated.sheets.find((sheet) => sheet.name === name)?.rows;
    for (const [r, row] of rows.entries()) {
      for (const [c, cell] of (row ?? []).entries()) {
        const result = source?.[r]?.[c];
        if (cell && cell.value === undefined && result) {
          // If the cell has no number format, the result keeps the format that the function in the cell sets. For
          // example, the function TODAY sets a date format.
          row[c] = cell.format === 'General' ? result : { ...result, format: cell.format };
        }
      }
    }
  }
  return true;
}

function writeDelimited(sheets: readonly Sheet[], read: CellReader, step: WorkbookStep): void {
  const texts = sheets.map((sheet) => ({
    name: sheet.name,
    text: delimitedText(sheet, read, step.to, step.options),
  }));
  const filled = texts.filter(({ text }) => text !== '');
  // If all sheets are empty, writes a line feed, because an empty file would be treated as a missing result.
  if (filled.length === 0) writeFileSync(step.output, '\n');
  for (const [n, { name, text }] of filled.entries())
    writeFileSync(filled.length === 1 ? step.output : partFile(step, n, name), text);
}

/** Formats with a single table per file. */
const oneTable = ['parquet', 'arrow', 'avro'];

async function writeRecords(sheets: readonly Sheet[], read: CellReader, step: WorkbookStep): Promise<void> {
  const write = await writing(step.to, step.options);
  const tables = sheets.flatMap((sheet): NamedTable[] => {
    const value = recordsOf(sheet, read, step.options.comments === true);
    return value === undefined ? [] : [{ name: sheet.name, value }];
  });
  if (oneTable.includes(step.to) && tables.length > 1)
    for (const [n, { name, value }] of tables.entries()) await write(partFile(step, n, name), value);
  else await write(step.output, tables.length === 0 ? [] : valueOfTables(tables));
}

function partFile({ outputDir, to }: Step, n: number, name: string): string {
  const plain = name.replace(/[^\p{L}\p{N}_. -]/gu, '_').slice(0, 60);
  return `${outputDir}/${String(n + 1).padStart(3, '0')}-${plain}.${to}`;
}

if (import.meta.main) await convert(readStep<WorkbookStep>());
