/**
 * Reads Excel workbooks with SheetJS: the sheets with their stored values, number formats and comments. Formula results
 * are read from the file.
 *
 * The last release on npm by the authors of SheetJS is 0.18.5, which has 2 published vulnerabilities. The package
 * `@e965/xlsx` contains the later release 0.20.3 of SheetJS, unchanged.
 */
import { readFileSync } from 'node:fs';
import * as library from '@e965/xlsx';
import type { CellObject, ParsingOptions, WorkBook, WorkSheet } from '@e965/xlsx';
import * as codepages from '@e965/xlsx/dist/cpexcel.full.mjs';
import { InvalidData } from '../../codecs/data/values/value.ts';
import { refuse } from '../../shared/runner/refuse.ts';
import { binaryChartCount } from './binary-charts.ts';
import { chartCount, isZip, partsOf } from './package.ts';

const { utils } = library;

/** Parts of SheetJS that the type definitions of SheetJS omit. */
const { CFB, parse_zip } = library as unknown as {
  CFB: {
    read(file: Buffer, options: { type: 'buffer' }): Container;
    find(container: Container, name: string): { content?: Uint8Array | number[] } | null;
    utils: {
      cfb_new(): Container;
      cfb_add(to: Container, name: string, content: Buffer, options: { unsafe: boolean }): void;
    };
  };
  parse_zip: (container: Container, options: ParsingOptions) => WorkBook;
};

interface Container {
  FileIndex: unknown[];
}

library.set_cptable(codepages);

export interface Cell {
  /** Undefined for a formula without a stored result. */
  value: string | number | boolean | undefined;
  /** Whether `value` is the name of an error, such as `#N/A`. */
  isError: boolean;
  format: string;
  hasFormula?: true;
}

export interface Comment {
  row: number;
  column: number;
  /** The cell's address, such as `B3`. */
  cell: string;
  text: string;
}

export interface Sheet {
  name: string;
  isHidden: boolean;
  /**
   * Cells with content, by row and column, both counted from 0. The array of rows and each array of cells may be
   * sparse.
   */
  rows: (Cell | undefined)[][];
  comments: Comment[];
  /** The first row and the first column of the sheet's used range. */
  origin: { row: number; column: number };
}

export interface Workbook {
  sheets: Sheet[];
  date1904: boolean;
  charts: number;
}

/** @throws {@link InvalidData} for a corrupt file. Ends the process for an encrypted file. */
export function readWorkbook(file: string): Workbook {
  const bytes = readFileSync(file);
  const book = open(bytes);
  const sheets = sheetsOf(book);
  dropEmptyResults(sheets);
  return { sheets, date1904: book.Workbook?.WBProps?.date1904 === true, charts: chartsIn(bytes) };
}

function chartsIn(bytes: Buffer): number {
  if (isZip(bytes)) return chartCount(bytes);
  if (!bytes.subarray(0, 4).equals(compound)) return binaryChartCount(bytes);
  const file = CFB.read(bytes, { type: 'buffer' });
  const stream = CFB.find(file, 'Workbook') ?? CFB.find(file, 'Book');
  return stream?.content ? binaryChartCount(Buffer.from(stream.content)) : 0;
}

function sheetsOf(book: WorkBook): Sheet[] {
  const hidden = new Set(
    (book.Workbook?.Sheets ?? []).flatMap(({ Hidden, name }, n) =>
      Hidden ? [name ?? book.SheetNames[n]] : [],
    ),
  );
  return book.SheetNames.map((name) => sheetOf(name, hidden.has(name), book.Sheets[name] ?? {}));
}

/**
 * Removes the results of all formulas if every result is an empty string. Programs such as xlwt write an empty string
 * for every formula and leave the calculation to Excel. If at least one formula has a result that is not an empty
 * string, all results are kept.
 */
function dropEmptyResults(sheets: readonly Sheet[]): void {
  const formulas = sheets.flatMap(({ rows }) =>
    rows.flatMap((row) => row.filter((cell) => cell?.hasFormula === true)),
  );
  if (formulas.some((cell) => cell?.value !== '')) return;
  for (const cell of formulas) if (cell) cell.value = undefined;
}

const options: ParsingOptions = {
  type: 'buffer',
  dense: true,
  cellNF: true,
  cellText: false,
  cellHTML: false,
  cellFormula: true,
  // With `sheetStubs`, SheetJS also returns formulas without results.
  sheetStubs: true,
};

function open(bytes: Buffer): WorkBook {
  try {
    if (isZip(bytes)) return parse_zip(container(bytes), { ...options });
    // Rejects a file without the signature of a workbook, because SheetJS would treat the file as plain text.
    if (!bytes.subarray(0, 4).equals(compound) && bytes[0] !== beginOfFile)
      throw new InvalidData('it lacks the signature of a workbook');
    return library.read(bytes, { ...options });
  } catch (error) {
    const { message } = error as Error;
    if (/password|encrypt/i.test(message)) refuse('password_required');
    throw new InvalidData(`not a workbook: ${message}`, { cause: error });
  }
}

const compound = Buffer.from('d0cf11e0', 'hex');
/** First byte of workbooks before Excel 5, which have no container. */
const beginOfFile = 0x09;

function container(bytes: Buffer): Container {
  const made = CFB.utils.cfb_new();
  for (const { name, content } of partsOf(bytes)) CFB.utils.cfb_add(made, name, content, { unsafe: true });
  return made;
}

const [maxRows, maxColumns] = [1_048_576, 16_384];

function sheetOf(name: string, isHidden: boolean, sheet: WorkSheet): Sheet {
  const data = (sheet['!data'] ?? []) as (CellObject | undefined)[][];
  // Checks the number of rows first, because iterating over a billion rows takes minutes.
  if (data.length > maxRows || data.some((row) => row.length > maxColumns))
    throw new InvalidData('a cell is outside the sheet');
  const comments: Comment[] = [];
  const rows = data.map((row, r) =>
    row.map((held, c) => {
      const text = commentText(held);
      if (text !== '') comments.push({ row: r, column: c, cell: utils.encode_cell({ r, c }), text });
      return cellOf(held);
    }),
  );
  const range = sheet['!ref'] ? utils.decode_range(sheet['!ref']).s : { r: 0, c: 0 };
  return { name, isHidden, rows, comments, origin: { row: range.r, column: range.c } };
}

function cellOf(held: CellObject | undefined): Cell | undefined {
  if (!held) return undefined;
  const format = String(held.z ?? 'General');
  const isFormula = held.f !== undefined || held.F !== undefined;
  const formula = isFormula ? { hasFormula: true as const } : {};
  if (held.t === 'e') return { value: errorName(held.v), isError: true, format, ...formula };
  const value = held.t === 'z' ? undefined : (held.v as Cell['value']);
  if (isFormula) return { value, isError: false, format, ...formula };
  return value === undefined || value === '' ? undefined : { value, isError: false, format };
}

const errorNames: Readonly<Record<number, string>> = {
  0x00: '#NULL!',
  0x07: '#DIV/0!',
  0x0f: '#VALUE!',
  0x17: '#REF!',
  0x1d: '#NAME?',
  0x24: '#NUM!',
  0x2a: '#N/A',
  0x2b: '#GETTING_DATA',
};

const errorName = (code: unknown) => errorNames[Number(code)] ?? '#VALUE!';

function commentText(held: CellObject | undefined): string {
  return (held?.c ?? [])
    .map(({ t = '', a = '' }) => {
      const [text, author] = [t.trim().replaceAll('\r\n', '\n'), a.trim()];
      // In a note, Excel writes the author's name before the text. A threaded comment stores the author's name
      // separately.
      return author === '' || text.startsWith(`${author}:`) || text === '' ? text : `${author}: ${text}`;
    })
    .filter((text) => text !== '')
    .join('\n');
}
