/** Pages of workbooks have columns and rows of the size that Excel prints, regardless of the installed fonts. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { before, test } from 'node:test';
import { read, write } from '@e965/xlsx';
import { python } from '../../samples/run.ts';
import { outputOf } from '../../support/results/measure.ts';
import { warningsOf } from '../../support/server/service.ts';
import { Workbench } from '../../support/results/workbench.ts';

const lab = await Workbench.open();

/**
 * Writes a workbook for each case. Each cell contains its own address, such as B2. `columns` are widths in characters,
 * and `rows` are heights in points. Pages are A4 with margins of 0.75 inches at the sides and 1 inch at the top.
 */
const program = `
import json, sys, openpyxl, zipfile, shutil
from openpyxl.styles import Font, Alignment
from openpyxl.utils import get_column_letter
for path, case in json.loads(sys.argv[1]).items():
    book = openpyxl.Workbook()
    sheet, font = book.active, Font(name=case['font'], size=case['size'])
    book._named_styles['Normal'].font = font
    book._fonts[0] = font
    for row in range(1, 61):
        for column in range(1, 13):
            cell = sheet.cell(row, column, f'{get_column_letter(column)}{row}')
            cell.font = font
    sheet.page_setup.paperSize = 9
    for name, width in case.get('columns', {}).items():
        sheet.column_dimensions[name].width = width
    for name in case.get('hidden', []):
        sheet.column_dimensions[name].hidden = True
    for row, height in case.get('rows', {}).items():
        sheet.row_dimensions[int(row)].height = height
    if 'large' in case:
        sheet[case['large']].font = Font(name=case['font'], size=24)
    if 'base' in case:
        sheet.sheet_format.baseColWidth = case['base']
    book.save(path)
    if 'version' in case:
        old, new = path + '.old', path
        shutil.move(new, old)
        with zipfile.ZipFile(old) as source, zipfile.ZipFile(new, 'w') as target:
            for name in source.namelist():
                data = source.read(name)
                if name == 'docProps/app.xml':
                    data = (b'<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties">'
                            b'<Application>Microsoft Excel</Application><AppVersion>' + case['version'].encode() + b'</AppVersion></Properties>')
                target.writestr(name, data)
`;

/**
 * Writes two workbooks with rare print settings. The first workbook states no margins. The second workbook has print
 * ranges that are written without dollar signs.
 */
const settings = `
import re, sys, openpyxl, zipfile
book = openpyxl.Workbook()
titled, area = book.active, book.create_sheet('Area')
for sheet in book:
    for row in range(1, 81):
        for column in range(1, 4):
            sheet.cell(row, column, f'{"abc"[column - 1]}{row}')
titled.print_title_rows = '1:2'
titled.oddFooter.left.text = 'of &Z&F!'
area.print_area = 'B3:C4'
book.save(sys.argv[3])
with zipfile.ZipFile(sys.argv[3]) as source, zipfile.ZipFile(sys.argv[1], 'w') as bare, zipfile.ZipFile(sys.argv[2], 'w') as ranges:
    for name in source.namelist():
        data = source.read(name)
        bare.writestr(name, re.sub(rb'<pageMargins[^>]*/>', b'', data))
        ranges.writestr(name, data.replace(b'$', b'') if name == 'xl/workbook.xml' else data)
`;

interface Case {
  title: string;
  font: string;
  size: number;
  columns?: Readonly<Record<string, number>>;
  rows?: Readonly<Record<string, number>>;
  hidden?: readonly string[];
  /** The cell with text in a size of 24 points. */
  large?: string;
  /** The number of digits that fit into a column without a stated width. */
  base?: number;
  /** Version of Excel for Windows that saved the workbook. */
  version?: string;
  /** Expected distances of cells from cell A1, to the right and down, in points. */
  expected: Readonly<Record<string, readonly [number, number]>>;
  /** The last column of the first page. */
  lastColumn?: string;
}

const everyColumn = (width: number) => Object.fromEntries([...'ABCDEFGHIJKL'].map((name) => [name, width]));

const cases: readonly Case[] = [
  {
    // A digit of Calibri is 0.5068 em wide, which is 5.6 points at 11 points and is rounded to 6 points. The default
    // width of a column is 8 digits plus 5 points, which is 53 points.
    title: 'prints columns and rows without a stated size in the default size of Excel for Calibri 11',
    font: 'Calibri',
    size: 11,
    expected: { B1: [53, 0], E1: [4 * 53, 0], A2: [0, 14], A40: [0, 39 * 14] },
    lastColumn: 'I',
  },
  {
    title: 'rounds the stated width of columns to whole points if the default font is Arial 10',
    font: 'Arial',
    size: 10,
    columns: everyColumn(10.6),
    // A column is 10.6 digits wide, and a digit is 6 points wide. The column width is rounded to whole points.
    expected: { B1: [64, 0], E1: [4 * 64, 0], A2: [0, 13], A40: [0, 39 * 13] },
    lastColumn: 'G',
  },
  {
    title: 'prints rows without a stated height 17 points high if the default font is Malgun Gothic 11',
    font: 'Malgun Gothic',
    size: 11,
    expected: { B1: [53, 0], A2: [0, 17], A40: [0, 39 * 17] },
  },
  {
    title: 'computes column widths from the digits of Verdana 10, a font that Linux lacks',
    font: 'Verdana',
    size: 10,
    columns: { A: 20 },
    expected: { B1: [120, 0], D1: [120 + 2 * 53, 0] },
  },
  {
    title: 'prints rows lower than their stated height if the default font is Calibri 11, as Excel does',
    font: 'Calibri',
    size: 11,
    rows: { 2: 25.5, 3: 36, 4: 40 },
    // Text is aligned to the bottom of its row.
    expected: { A2: [0, 23], A3: [0, 23 + 33], A4: [0, 23 + 33 + 37], A5: [0, 23 + 33 + 37 + 14] },
  },
  {
    title: 'prints rows in their stated height if the default font is Arial 10',
    font: 'Arial',
    size: 10,
    rows: { 2: 40, 3: 12 },
    expected: { A2: [0, 40], A3: [0, 52], A4: [0, 65] },
  },
  {
    title:
      'computes the width of columns without a stated width from the number of digits that the sheet states',
    font: 'Calibri',
    size: 11,
    base: 12,
    expected: { B1: [77, 0] },
  },
  {
    title: 'does not print hidden columns of a workbook',
    font: 'Calibri',
    size: 11,
    hidden: ['B'],
    expected: { C1: [53, 0], D1: [2 * 53, 0] },
  },
  {
    // The width of a column is stated as a number of digits. On the screen, the default column is 64 pixels wide and a
    // digit is 7 pixels wide, so the number of digits is 64/7. Excel for Windows prints at 600 dpi. In print, a digit
    // is 47 dots wide, so the column is 64/7 × 47 dots (51.6 points) wide.
    title:
      'prints columns and rows in the sizes of Excel for Windows if Excel for Windows saved the workbook',
    font: 'Calibri',
    size: 11,
    version: '16.0300',
    rows: { 2: 33.75 },
    expected: { B1: [51.6, 0], E1: [4 * 51.6, 0], A2: [0, 32.7] },
    lastColumn: 'I',
  },
];

const bare = path.join(lab.dir, 'bare.xlsx');
const ranges = path.join(lab.dir, 'ranges.xlsx');
const fileOf = (index: number) => path.join(lab.dir, `case-${index}.xlsx`);

before(async () => {
  await python(program, [
    JSON.stringify(Object.fromEntries(cases.map((one, index) => [fileOf(index), one]))),
  ]);
  await python(settings, [bare, ranges, path.join(lab.dir, 'settings.xlsx')]);
});

interface Word {
  page: number;
  x: number;
  y: number;
}

/** Returns the lower left corner of each word. */
async function wordsOf(pdf: Buffer): Promise<Map<string, Word>> {
  const file = path.join(lab.dir, 'pages.pdf');
  await writeFile(file, pdf);
  const boxes = await outputOf('/usr/bin/pdftotext', ['-bbox', file, '-']);
  const words = new Map<string, Word>();
  boxes.split('<page ').forEach((page, number) => {
    for (const [, x, y, text] of page.matchAll(
      /xMin="([\d.]+)" yMin="[\d.]+" xMax="[\d.]+" yMax="([\d.]+)">(\w+)</g,
    ))
      words.set(text!, { page: number, x: Number(x), y: Number(y) });
  });
  return words;
}

/** Returns whether two lengths differ only by rounding. LibreOffice rounds the size of each row and column. */
const isNear = (found: number, wanted: number) => Math.abs(found - wanted) < 0.3 + wanted * 0.002;

for (const [index, { title, expected, lastColumn }] of cases.entries())
  test(title, async () => {
    const { body } = await lab.send(fileOf(index), 'xlsx', 'pdf', {});
    const words = await wordsOf(body);
    const first = words.get('A1')!;
    for (const [cell, [x, y]] of Object.entries(expected)) {
      const at = words.get(cell)!;
      assert.equal(at.page, 1, `${cell} is on page ${at.page}`);
      assert.ok(isNear(at.x - first.x, x), `${cell} is ${at.x - first.x} points to the right, not ${x}`);
      assert.ok(isNear(at.y - first.y, y), `${cell} is ${at.y - first.y} points below, not ${y}`);
    }
    if (lastColumn) {
      const columns = [...words].filter(([, { page }]) => page === 1).map(([name]) => name[0]!);
      assert.equal(columns.sort().at(-1), lastColumn);
    }
  });

async function pagesOf(file: string): Promise<{ pages: string[][]; warnings: string[] }> {
  const answer = await lab.send(file, 'xlsx', 'pdf', {});
  const pdf = path.join(lab.dir, 'settings.pdf');
  await writeFile(pdf, answer.body);
  const text = await outputOf('/usr/bin/pdftotext', ['-layout', pdf, '-']);
  const pages = text.split('\f').map((page) => page.split(/\s+/).filter(Boolean));
  return { pages: pages.filter(({ length }) => length > 0), warnings: warningsOf(answer) };
}

test('prints only the print ranges of a workbook, even if the ranges have no dollar signs', async () => {
  const { pages } = await pagesOf(ranges);
  assert.deepEqual(pages[1]!.slice(0, 6), ['a1', 'b1', 'c1', 'a2', 'b2', 'c2']);
  assert.deepEqual(pages.at(-1), ['b3', 'c3', 'b4', 'c4']);
});

test("prints only a workbook's file name, without its folder, in the footers", async () => {
  const { pages, warnings } = await pagesOf(ranges);
  assert.deepEqual(pages[0]!.slice(-2), ['of', 'in.xlsx!']);
  assert.deepEqual(warnings, ['']);
});

/**
 * Writes a workbook with a row that Excel seems to have fitted to the row's text: the file stores a height, but does
 * not mark the height as set by the user (`customHeight`).
 */
const fittedRow = `
import sys, openpyxl, zipfile
book = openpyxl.Workbook()
sheet = book.active
sheet['A1'] = '\\n'.join(f'line{n}' for n in range(6))
sheet['A1'].alignment = openpyxl.styles.Alignment(wrap_text=True)
sheet.row_dimensions[1].height = 70
book.save(sys.argv[1] + '.fixed')
with zipfile.ZipFile(sys.argv[1] + '.fixed') as source, zipfile.ZipFile(sys.argv[1], 'w') as target:
    for name in source.namelist():
        target.writestr(name, source.read(name).replace(b'customHeight="1"', b''))
`;

test('keeps a row height that Excel fitted automatically if the lines need this height', async () => {
  const file = path.join(lab.dir, 'lines.xlsx');
  await python(fittedRow, [file]);
  const { body } = await lab.send(file, 'xlsx', 'pdf', {});
  const last = (await wordsOf(body)).get('line5')!.y - 72;
  // The six lines of the cell need 68 points, and the row is 70 points high. The usual rule for row heights would lower
  // the row to 64 points, which would cut off the first line.
  assert.ok(last > 67 && last < 71, `the row ends ${last} points below the margin`);
});

test("uses Excel's default margins if a sheet specifies none", async () => {
  const { body } = await lab.send(bare, 'xlsx', 'pdf', { sheet: 'Area' });
  const { x, y } = (await wordsOf(body)).get('b3')!;
  // The left margin is 0.7 inches, rounded to whole points as in Excel for Mac, plus the padding of a cell.
  assert.ok(isNear(x, 50 + 3), `the left margin ends at ${x}`);
  // y is the top margin of 0.75 inches plus the height of the row. In LibreOffice 25.2, the box of a word excludes the
  // padding of 1 point.
  assert.ok(Math.abs(y - (54 + 13.5)) < 1, `the first row ends at ${y}`);
});

/** Writes an xlsx. The tests below convert the xlsx to xls with Protean and to xlsb with SheetJS. */
const binary = `
import sys, openpyxl
book = openpyxl.Workbook()
sheet = book.active
for row in range(1, 61):
    for column in 'ABCDEFGHIJKL':
        sheet[f'{column}{row}'] = f'{column}{row}'
sheet.page_setup.paperSize = 9
for column in 'ABCDEFGHIJKL':
    sheet.column_dimensions[column].width = 20 if column == 'A' else 12
sheet.column_dimensions['C'].hidden = True
sheet.row_dimensions[2].height = 30
sheet.row_dimensions[4].hidden = True
sheet.oddHeader.left.text = 'head'
sheet.page_setup.scale = 80
book.save(sys.argv[1])
`;

test('prints an xls with the same row and column sizes as its source xlsx', async () => {
  const file = path.join(lab.dir, 'both.xlsx');
  await python(binary, [file]);
  const xls = await lab.converted('xlsx', 'xls', {}, file);
  const expected = await wordsOf((await lab.send(file, 'xlsx', 'pdf', {})).body);
  const found = await wordsOf((await lab.send(xls, 'xls', 'pdf', {})).body);
  assert.deepEqual([...found.keys()].sort(), [...expected.keys()].sort());
  for (const [cell, { page, x, y }] of expected) {
    const at = found.get(cell)!;
    assert.equal(at.page, page, cell);
    assert.ok(
      Math.abs(at.x - x) < 2 && Math.abs(at.y - y) < 2,
      `${cell} is at ${at.x}, ${at.y}, not ${x}, ${y}`,
    );
  }
});

test('prints xlsb columns and rows in the same sizes as Excel', async () => {
  const file = path.join(lab.dir, 'binary.xlsx');
  await python(binary, [file]);
  const book = read(await readFile(file), { cellStyles: true });
  const xlsb = path.join(lab.dir, 'binary.xlsb');
  await writeFile(xlsb, write(book, { bookType: 'xlsb', type: 'buffer', cellStyles: true }) as Buffer);
  const words = await wordsOf((await lab.send(xlsb, 'xlsb', 'pdf', {})).body);
  const first = words.get('A1')!;
  // SheetJS writes the default font Calibri 12. In Calibri 12, digits are 6 points wide, and Excel prints rows of 16
  // points with a height of 15 points.
  for (const [cell, x, y] of [
    ['B1', 120, 0],
    ['D1', 120 + 72, 0],
    ['A3', 0, 28 + 15],
    ['A5', 0, 28 + 15 + 15],
  ] as const) {
    const at = words.get(cell)!;
    assert.ok(isNear(at.x - first.x, x), `${cell} is ${at.x - first.x} points to the right, not ${x}`);
    assert.ok(isNear(at.y - first.y, y), `${cell} is ${at.y - first.y} points below, not ${y}`);
  }
});
