/** Paper, orientation, breaks, headers and comments of workbooks are printed as in Excel. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { before, test } from 'node:test';
import { legacyWorkbook, record, workbook } from '../../samples/spreadsheets/excel-records.ts';
import { python } from '../../samples/run.ts';
import { assertNear, outputOf } from '../../support/results/measure.ts';
import { readPages, type PrintedPages } from '../../support/results/printed-pages.ts';
import { warningsOf } from '../../support/server/service.ts';
import { Workbench, type OptionValues } from '../../support/results/workbench.ts';

const lab = await Workbench.open();

/**
 * Each cell contains its own name. Pages are A4 with margins of 0.75 inches at the sides and 1 inch above. Rows are 14
 * points high.
 */
const program = `
import os, re, struct, sys, zipfile, openpyxl
from openpyxl.chart import BarChart, Reference
from openpyxl.comments import Comment
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.page import PageMargins, PrintPageSetup
from openpyxl.worksheet.pagebreak import Break, ColBreak
from openpyxl.worksheet.properties import PageSetupProperties

def workbook(rows, columns):
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.page_setup.paperSize = 9
    for row in range(1, rows + 1):
        for column in range(1, columns + 1):
            sheet.cell(row, column, f'{get_column_letter(column)}{row}')
    return book, sheet

def save(book, name, changes=(), parts={}):
    path = os.path.join(sys.argv[1], name + '.xlsx')
    book.save(path + '.made')
    with zipfile.ZipFile(path + '.made') as source, zipfile.ZipFile(path, 'w') as target:
        for part in source.namelist():
            text = source.read(part)
            for old, new in changes:
                text = re.sub(old.encode(), new.encode(), text)
            target.writestr(part, text)
        for part, text in parts.items():
            target.writestr(part, text)

for code in (9, 20, 43, 71, 84, 93, 104, 118):
    book, sheet = workbook(2, 2)
    sheet.page_setup.paperSize = code
    save(book, f'paper-{code}')
book, sheet = workbook(2, 2)
sheet.page_setup.paperSize, sheet.page_setup.orientation = 93, 'landscape'
save(book, 'paper-turned')
book, sheet = workbook(2, 2)
sheet.page_setup.paperWidth, sheet.page_setup.paperHeight = '150mm', '200mm'
save(book, 'paper-stated')

# DEVMODEW of an envelope of 165 by 95 mm, which only the printer settings describe.
device = 'Printer'.encode('utf-16-le').ljust(64, b'\\0') + struct.pack('<4HI6h', 0x401, 0, 220, 0, 0xC, 1, 256, 950, 1650, 100, 1)
relations = ('<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" '
    'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/printerSettings" Target="../printerSettings/printerSettings1.bin"/></Relationships>')
book, sheet = workbook(2, 2)
sheet.page_setup.paperSize = 256
save(book, 'paper-of-printer', parts={'xl/printerSettings/printerSettings1.bin': device.ljust(220, b'\\0'), 'xl/worksheets/_rels/sheet1.xml.rels': relations})

for orientation in (None, 'landscape', 'portrait'):
    book, sheet = workbook(0, 0)
    for row in (['Port', 'Grain'], ['Valparaiso', 19.25], ['Callao', 21.5]):
        sheet.append(row)
    chart = BarChart()
    chart.title = 'TITLE'
    chart.add_data(Reference(sheet, min_col=2, max_col=2, min_row=1, max_row=3), titles_from_data=True)
    page = book.create_chartsheet()
    page.add_chart(chart)
    if orientation:
        page.pageSetup = PrintPageSetup(orientation=orientation, paperSize=9)
    save(book, f'chart-{orientation}')
    # A chart with the size of two pages.
    save(book, f'chart-large-{orientation}', [('cx="0" cy="0"', 'cx="18000000" cy="9000000"')])

for fits in (False, True):
    book, sheet = workbook(60, 3)
    sheet.row_breaks.append(Break(id=10))
    sheet.col_breaks = ColBreak(brk=[Break(id=1)])
    if fits:
        sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
        sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight = 1, 0
    save(book, f'breaks-{fits}')

for name, across, down, rows, columns in (('1-0', 1, 0, 200, 20), ('2-0', 2, 0, 60, 40), ('0-2', 0, 2, 300, 12)):
    book, sheet = workbook(rows, columns)
    sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight = across, down
    sheet.print_title_rows = '1:2'
    save(book, f'fit-{name}')

for order in ('downThenOver', 'overThenDown'):
    book, sheet = workbook(100, 24)
    sheet.print_title_rows, sheet.print_title_cols, sheet.page_setup.pageOrder = '1:2', 'A:B', order
    save(book, order)

for aligned in (True, False):
    book, sheet = workbook(2, 2)
    sheet.page_margins = PageMargins(left=0.3, right=0.3, top=1, bottom=1)
    sheet.oddHeader.left.text, sheet.oddFooter.right.text = 'HEAD', 'FOOT'
    sheet.HeaderFooter.alignWithMargins = aligned
    save(book, f'aligned-{aligned}')

book, sheet = workbook(150, 2)
for part in ('odd', 'even', 'first'):
    getattr(sheet, f'{part}Header').center.text, getattr(sheet, f'{part}Footer').center.text = f'{part}H', f'{part}F'
sheet.HeaderFooter.differentFirst = sheet.HeaderFooter.differentOddEven = True
save(book, 'headers')

book, sheet = workbook(2, 4)
sheet['A1'].comment, sheet['B2'].comment = Comment('SHOWN', 'Ann', width=120, height=60), Comment('HIDDEN', 'Ann')
sheet.page_setup.cellComments = 'asDisplayed'
anchor = '<x:Anchor xmlns:x="urn:schemas-microsoft-com:office:excel">2, 10, 4, 0, 4, 10, 8, 0</x:Anchor>'
first = '(visibility:)hidden((?:(?!</ns\\\\d:shape>).)*?)(<(ns\\\\d):ClientData[^>]*>)((?:(?!</ns\\\\d:shape>).)*<\\\\4:Row>0</)'
save(book, 'comments', [(first, '\\\\1visible\\\\2\\\\3<\\\\4:Visible/>' + anchor.replace('x:Anchor', '\\\\4:Anchor').replace(' xmlns:x="urn:schemas-microsoft-com:office:excel"', '') + '\\\\5')])

book, sheet = workbook(2, 2)
sheet.page_setup.draft = True
chart = BarChart()
chart.title = 'TITLE'
sheet.add_chart(chart, 'D5')
save(book, 'draft')
`;

before(() => python(program, [lab.dir]));

async function print(
  name: string,
  options: OptionValues = {},
): Promise<PrintedPages & { warnings: string[]; file: string }> {
  const from = path.extname(name).slice(1);
  const answer = await lab.send(path.join(lab.dir, name), from, 'pdf', options);
  assert.equal(answer.status, 200, answer.error.message);
  const file = path.join(lab.dir, `${name}.pdf`);
  return {
    ...(await readPages(answer.body, file)),
    warnings: warningsOf(answer).filter(Boolean),
    file,
  };
}

const points = (millimetres: number) => Math.round((millimetres * 72) / 25.4);
const A4 = [210, 297].map(points);

/** Width and height in millimetres, by Excel's paper number. */
const papers = [
  [9, 210, 297],
  [20, 104.8, 241.3],
  [43, 100, 148],
  [71, 240, 332],
  [84, 332, 240],
  [93, 146, 215],
  [104, 229, 324],
  [118, 458, 324],
] as const;

for (const [code, width, height] of papers)
  test(`prints a sheet with Excel paper size number ${code} on pages of ${width} × ${height} mm`, async () => {
    const { sizes } = await print(`paper-${code}.xlsx`);
    assert.deepEqual(sizes, [[points(width), points(height)]]);
  });

test('prints a landscape sheet in a paper size that LibreOffice lacks', async () => {
  assert.deepEqual((await print('paper-turned.xlsx')).sizes, [[points(215), points(146)]]);
});

test('prints a sheet in its custom paper size', async () => {
  assert.deepEqual((await print('paper-stated.xlsx')).sizes, [[points(150), points(200)]]);
});

test("prints a sheet in the envelope size of the workbook's printer settings", async () => {
  assert.deepEqual((await print('paper-of-printer.xlsx')).sizes, [[points(165), points(95)]]);
});

/** Writes an xls with LibreOffice, and then changes its paper number to `code`. Returns the file name of the xls. */
async function patchedPaper(code: number): Promise<string> {
  const xls = await lab.converted('xlsx', 'xls', {}, path.join(lab.dir, 'paper-9.xlsx'));
  const data = await readFile(xls);
  const at = data.indexOf(Buffer.from([0xa1, 0, 34, 0, 9, 0]));
  assert.ok(at > 0);
  data.writeUInt16LE(code, at + 4);
  await writeFile(path.join(lab.dir, `paper-${code}.xls`), data);
  return `paper-${code}.xls`;
}

test('selects the paper size of an xls by its Excel paper size number', async () => {
  assert.deepEqual((await print(await patchedPaper(71))).sizes, [[points(240), points(332)]]);
});

for (const [orientation, size] of [
  ['None', [792, 612]],
  ['landscape', A4.toReversed()],
  ['portrait', A4],
] as const)
  for (const name of [`chart-${orientation}.xlsx`, `chart-large-${orientation}.xlsx`])
    test(`prints the chart of ${name} on one page of ${size.join(' × ')} points`, async () => {
      const { sizes, words } = await print(name);
      assert.deepEqual(sizes.slice(1), [size]);
      // The title is in the middle of the chart, below the margin.
      assertNear(words.get('TITLE')!.x, size[0] / 2 - 25, 25);
      assert.ok(words.get('TITLE')!.y < 120);
    });

test('starts new pages at manual page breaks unless the sheet is fitted to a number of pages', async () => {
  assert.equal((await print('breaks-False.xlsx')).sizes.length, 6);
  const { sizes, words } = await print('breaks-True.xlsx');
  // A page has room for 49 rows of 14 points.
  assert.equal(sizes.length, 2);
  assert.deepEqual([words.get('C49')!.page, words.get('A50')!.page], [1, 2]);
});

test('if only the width of a sheet in pages is limited, prints as many pages as the rows need', async () => {
  const { sizes, words } = await print('fit-1-0.xlsx');
  // 20 columns of 53 points need 1060 points, and a page is 487 points wide, so the scale is 45 %. Scaled to 45 %, 200
  // rows of 14 points need 1260 points, and a page is 698 points high.
  assert.equal(sizes.length, 2);
  assert.deepEqual([words.get('T1')!.page, words.get('T200')!.page], [2, 2]);
  assertNear(words.get('T3')!.x - words.get('A3')!.x, 19 * 53 * 0.45, 3);
  const two = await print('fit-2-0.xlsx');
  assert.deepEqual([two.words.get('A3')!.page, two.words.get('AN60')!.page], [1, 2]);
});

test('if only the height of a sheet in pages is limited, prints the sheet one page wide', async () => {
  const { sizes, words } = await print('fit-0-2.xlsx');
  assert.equal(sizes.length, 2);
  assert.deepEqual([words.get('L3')!.page, words.get('L300')!.page], [1, 2]);
});

for (const [order, pages] of [
  ['downThenOver', [1, 2, 3, 4, 12]],
  ['overThenDown', [1, 5, 9, 2, 12]],
] as const)
  test(`repeats title rows and columns on every page with the page order ${order}`, async () => {
    const { words, sizes, file } = await print(`${order}.xlsx`);
    assert.equal(sizes.length, 12);
    assert.deepEqual(
      ['C3', 'C50', 'C100', 'J3', 'X100'].map((cell) => words.get(cell)!.page),
      pages,
    );
    for (let page = 1; page <= 12; page++) {
      const text = await outputOf('/usr/bin/pdftotext', ['-f', `${page}`, '-l', `${page}`, file, '-']);
      for (const title of ['A1', 'B2'])
        assert.ok(text.split(/\s/).includes(title), `${title} on page ${page}`);
    }
  });

test('prints a header 0.7 inches from the left edge if the header is not aligned with the page margins', async () => {
  const aligned = (await print('aligned-True.xlsx')).words;
  const free = (await print('aligned-False.xlsx')).words;
  assertNear(aligned.get('HEAD')!.x, 0.3 * 72);
  assertNear(free.get('HEAD')!.x, 0.7 * 72);
  assertNear(aligned.get('FOOT')!.x - free.get('FOOT')!.x, 0.4 * 72);
  assertNear(free.get('A1')!.x, aligned.get('A1')!.x, 0.1);
});

test('prints different headers and footers on first, even and odd pages', async () => {
  const { file, sizes } = await print('headers.xlsx');
  assert.equal(sizes.length, 4);
  const pages = (await outputOf('/usr/bin/pdftotext', [file, '-'])).split('\f').slice(0, 4);
  assert.deepEqual(
    pages.map((page) => page.match(/(odd|even|first)[HF]/g)),
    [
      ['firstH', 'firstF'],
      ['evenH', 'evenF'],
      ['oddH', 'oddF'],
      ['evenH', 'evenF'],
    ],
  );
});

test('prints displayed cell comments in place, and warns about hidden comments', async () => {
  const { words, sizes, warnings } = await print('comments.xlsx');
  // The x coordinate of the text is the sum of the margin, two columns of 53 points, the offset of 10 pixels and the
  // padding. Vertically, the text begins after the margin and after 4 rows, which are 14 points high.
  assertNear(words.get('SHOWN')!.x, 54 + 2 * 53 + 8 + 3, 4);
  assertNear(words.get('SHOWN')!.y, 72 + 4 * 14 + 16, 5);
  assert.equal(words.get('HIDDEN'), undefined);
  assert.equal(sizes.length, 1);
  assert.deepEqual(warnings, ['comments_left_out']);
  assert.equal((await print('comments.xlsx', { comments: 'false' })).words.get('SHOWN'), undefined);
});

test("prints a sheet's chart even if the sheet is set to draft quality", async () => {
  assert.ok((await print('draft.xlsx')).words.get('TITLE'));
});

test('does not print the folder name that the header of an Excel 95 workbook requests', async () => {
  const code = '&Z end';
  const header = record(0x14, Buffer.from([code.length, ...Buffer.from(code)]));
  await writeFile(path.join(lab.dir, 'excel95.xls'), legacyWorkbook('biff5', header));
  const { words } = await print('excel95.xls');
  assert.ok(words.get('end'));
  assert.deepEqual([...words.keys()].sort(), ['A1', 'end']);
});

for (const bookType of ['biff5', 'biff8'] as const)
  test(`reads an xls (${bookType}) without free sectors, as written by SheetJS`, async () => {
    await writeFile(path.join(lab.dir, `${bookType}.xls`), workbook(bookType));
    assert.deepEqual([...(await print(`${bookType}.xls`)).words.keys()], ['A1']);
  });

test('prints the blank pages between other pages for a csv, but not for an ods', async () => {
  const csv = path.join(lab.dir, 'blank.csv');
  await writeFile(csv, `A1${','.repeat(30)}AE1\n${'\n'.repeat(120)}A122\n`);
  const ods = await lab.converted('csv', 'ods', {}, csv);
  const [printed, dropped] = [await print('blank.csv'), await lab.send(ods, 'ods', 'pdf', {})];
  const calc = await readPages(dropped.body, `${ods}.pdf`);
  assert.ok(printed.sizes.length > 3);
  assert.equal(calc.sizes.length, 3);
});
