/**
 * Reads the values and types of the cells in a spreadsheet without LibreOffice. Reads DIF with a parser in this file,
 * and all other formats with SheetJS or Python.
 */
import { readFile } from 'node:fs/promises';
import xlsx, { type CellObject, type WorkSheet } from 'xlsx';
import { python } from '../../../samples/run.ts';

/** A cell of a sheet. A date is a string like 2024-02-29 with the type `date`. An empty cell is undefined. */
export interface SeenCell {
  type: 'number' | 'text' | 'truth' | 'date';
  value: string | number | boolean;
  formula?: string;
}

export interface SeenSheet {
  name: string;
  rows: readonly (readonly (SeenCell | undefined)[])[];
}

export async function readSheets(file: string, ext: string): Promise<SeenSheet[]> {
  if (ext === 'csv' || ext === 'tsv') return [{ name: '', rows: await delimited(file, ext) }];
  const bytes = await readFile(file);
  if (ext === 'dif') return [{ name: '', rows: difRows(bytes.toString()) }];
  const options = { cellDates: true, cellNF: true, codepage: 65_001 };
  const book =
    ext === 'slk'
      ? xlsx.read(bytes.toString(), { ...options, type: 'string' })
      : xlsx.read(bytes, { ...options, type: 'buffer' });
  return book.SheetNames.map((name) => ({ name, rows: rowsOf(book.Sheets[name] ?? {}) }));
}

/** Reads CSV (RFC 4180) or TSV with Python. Every field is a string. */
async function delimited(file: string, ext: string): Promise<SeenSheet['rows']> {
  const program = `
import csv, json, sys
with open(sys.argv[1], encoding='utf-8', newline='') as table:
    print(json.dumps(list(csv.reader(table, delimiter=sys.argv[2], strict=True))))
`;
  const { stdout } = await python(program, [file, ext === 'csv' ? ',' : '\t']);
  const rows = JSON.parse(stdout.toString()) as string[][];
  return rows.map((row) => row.map((value) => (value === '' ? undefined : { type: 'text', value })));
}

/**
 * Reads DIF (Data Interchange Format). After the header, each cell has two lines. The first line of a cell has its type
 * and its number. The second line of a cell has the string, or a word such as TRUE that explains the number. The line
 * `-1,0` starts a row.
 */
function difRows(text: string): SeenSheet['rows'] {
  const lines = text.split(/\r?\n/);
  const rows: (SeenCell | undefined)[][] = [];
  for (let at = lines.indexOf('DATA') + 3; at + 1 < lines.length; at += 2) {
    const [head = '', tail = ''] = lines.slice(at, at + 2);
    if (head === '-1,0' && tail === 'EOD') return rows;
    if (head === '-1,0') rows.push([]);
    else rows.at(-1)?.push(difCell(head, tail));
  }
  throw new Error('the table is truncated');
}

function difCell(head: string, tail: string): SeenCell | undefined {
  if (tail === 'V') return { type: 'number', value: Number(head.slice(2)) };
  if (head === '0,1' || head === '0,0') return { type: 'truth', value: head === '0,1' };
  return tail === '""' ? undefined : { type: 'text', value: tail.slice(1, -1).replaceAll('""', '"') };
}

function rowsOf(sheet: WorkSheet): SeenSheet['rows'] {
  const { s, e } = xlsx.utils.decode_range(sheet['!ref'] ?? 'A1');
  return Array.from({ length: e.r - s.r + 1 }, (_, y) =>
    Array.from({ length: e.c - s.c + 1 }, (_, x) => {
      const cell = sheet[xlsx.utils.encode_cell({ r: s.r + y, c: s.c + x })] as CellObject | undefined;
      return cell && seen(cell);
    }),
  );
}

function seen(cell: CellObject): SeenCell | undefined {
  const formula = cell.f === undefined ? {} : { formula: cell.f };
  if (cell.v instanceof Date) return { type: 'date', value: cell.v.toISOString().slice(0, 10), ...formula };
  if (typeof cell.v === 'boolean') return { type: 'truth', value: cell.v, ...formula };
  if (typeof cell.v === 'number') return { type: 'number', value: cell.v, ...formula };
  return cell.v === undefined || cell.v === '' ? undefined : { type: 'text', value: cell.v, ...formula };
}
