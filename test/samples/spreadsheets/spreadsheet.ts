/**
 * Makes the samples of spreadsheet formats. Each sample contains the workbook of workbook.ts, or only its first sheet
 * if the format holds only one. No sample is made with LibreOffice.
 */
import { copyFile, writeFile } from 'node:fs/promises';
import xlsx, { type BookType, type CellObject } from 'xlsx';
import { numbersDocument, type NumbersCell } from '../iwork/iwork-numbers.ts';
import { openDocumentFlat, openDocumentZip, openOfficeZip } from '../documents/open-document.ts';
import { python } from '../run.ts';
import type { SampleMaker, SampleMakers } from '../samples.ts';
import { dbf, dif, slk } from './sheet-exchange.ts';
import { workbook, type Cell } from './workbook.ts';

/** Column width in characters. With the default width, a date would be shown as `###`. */
const width = 24;

function sheetJs(bookType: BookType): SampleMaker {
  return async (file) => {
    const book = xlsx.utils.book_new();
    for (const { name, rows } of workbook) {
      xlsx.utils.book_append_sheet(book, sheet(rows), name);
    }
    await writeFile(file, xlsx.write(book, { type: 'buffer', bookType }) as Buffer);
  };
}

function sheet(rows: readonly (readonly Cell[])[]): xlsx.WorkSheet {
  const cells = rows.flatMap((row, r) =>
    row.map((cell, c) => [xlsx.utils.encode_cell({ r, c }), cellObject(cell)] as const),
  );
  const end = { r: rows.length - 1, c: Math.max(...rows.map((row) => row.length)) - 1 };
  return {
    '!cols': rows[0]?.map(() => ({ wch: width })),
    '!ref': xlsx.utils.encode_range({ r: 0, c: 0 }, end),
    ...Object.fromEntries(cells.filter(([, cell]) => cell !== undefined)),
  } as xlsx.WorkSheet;
}

const days = (date: string) => Date.parse(date) / 86_400_000 + 25_569;

function cellObject(cell: Cell): CellObject | undefined {
  if (cell === null) return undefined;
  if (typeof cell === 'number') return { t: 'n', v: cell };
  if (typeof cell === 'boolean') return { t: 'b', v: cell };
  if (typeof cell === 'string') return { t: 's', v: cell };
  if ('date' in cell) return { t: 'n', v: days(cell.date), z: 'yyyy-mm-dd' };
  return { t: 'n', v: cell.value, f: cell.formula };
}

const appleNumbers: SampleMaker = async (file) => {
  const cellOf = (cell: Cell): NumbersCell => {
    if (typeof cell === 'number') return { number: String(cell) };
    if (typeof cell === 'boolean') return { truth: cell };
    return typeof cell === 'object' && cell && 'value' in cell ? { number: String(cell.value) } : cell;
  };
  const sheets = workbook.map(({ name, rows }) => ({
    name,
    tables: [{ name: 'Table 1', rows: rows.map((row) => row.map(cellOf)) }],
  }));
  await writeFile(file, numbersDocument(sheets));
};

function plain(delimiter: string): SampleMaker {
  const quoted = (text: string) => (/[",;\t\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const written = (cell: Cell) =>
    typeof cell === 'object' ? (cell && 'date' in cell ? cell.date : '') : String(cell);
  const lines = workbook[0].rows.map((row) => row.map((cell) => quoted(written(cell))).join(delimiter));
  return (file) => writeFile(file, `${lines.join('\r\n')}\r\n`);
}

/** Makes a template: the XLSX sample with the content type of a template. */
const template: SampleMaker = async (file, sample) => {
  const program = `
import sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as source, zipfile.ZipFile(sys.argv[2], 'w', zipfile.ZIP_DEFLATED) as target:
    for name in source.namelist():
        content = source.read(name)
        if name == '[Content_Types].xml':
            content = content.replace(b'sheet.main+xml', b'template.main+xml')
        target.writestr(name, content)
`;
  await python(program, [await sample('xlsx'), file]);
};

/** Makes an Excel 97 workbook with xlwt, because SheetJS writes no formulas in this format. */
const excel97: SampleMaker = async (file) => {
  const program = `
import datetime, json, sys, xlwt
day = xlwt.easyxf(num_format_str='yyyy-mm-dd')
book = xlwt.Workbook(encoding='utf-8')
for sheet in json.load(sys.stdin):
    page = book.add_sheet(sheet['name'])
    for x in range(len(sheet['rows'][0])):
        page.col(x).width = 256 * int(sys.argv[2])
    for y, row in enumerate(sheet['rows']):
        for x, cell in enumerate(row):
            if isinstance(cell, dict) and 'date' in cell:
                page.write(y, x, datetime.date.fromisoformat(cell['date']), day)
            elif isinstance(cell, dict):
                page.write(y, x, xlwt.Formula(cell['formula']))
            elif cell is not None:
                page.write(y, x, cell)
book.save(sys.argv[1])
`;
  await python(program, [file, String(width)], JSON.stringify(workbook));
};

export const spreadsheets: SampleMakers = {
  csv: plain(','),
  tsv: plain('\t'),
  xlsx: sheetJs('xlsx'),
  xlsm: sheetJs('xlsm'),
  xltx: template,
  xlsb: sheetJs('xlsb'),
  xls: excel97,
  xlt: async (file, sample) => copyFile(await sample('xls'), file),
  ods: openDocumentZip('spreadsheet'),
  ots: openDocumentZip('spreadsheet', '-template'),
  fods: openDocumentFlat('spreadsheet'),
  sxc: openOfficeZip('spreadsheet'),
  numbers: appleNumbers,
  dbf,
  dif,
  slk,
};
