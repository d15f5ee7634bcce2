/**
 * Tests that pages of workbooks follow the print settings of Excel, including settings that LibreOffice does not
 * support.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { before, test } from 'node:test';
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
import os, re, sys, zipfile, openpyxl
from openpyxl.comments import Comment
from openpyxl.styles import Border, Font, PatternFill, Side
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.properties import PageSetupProperties

def workbook(rows, columns):
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.page_setup.paperSize = 9
    for row in range(1, rows + 1):
        for column in range(1, columns + 1):
            sheet.cell(row, column, f'{get_column_letter(column)}{row}')
    return book, sheet

def save(book, name, **changes):
    path = os.path.join(sys.argv[1], name + '.xlsx')
    book.save(path + '.made')
    with zipfile.ZipFile(path + '.made') as source, zipfile.ZipFile(path, 'w') as target:
        for part in source.namelist():
            text = source.read(part)
            for old, new in changes.get('sheet', []) if part == 'xl/worksheets/sheet1.xml' else []:
                text = re.sub(old.encode(), new.encode(), text)
            target.writestr(part, text)

green = PatternFill('solid', fgColor='FF00FF00')
book, sheet = workbook(2, 2)
sheet['C70'].fill = green
save(book, 'filled')

book, sheet = workbook(0, 0)
sheet['B3'].fill = green
save(book, 'only-filled')

book, sheet = workbook(1, 1)
sheet['A60'] = 'A60'
sheet['L1'] = 'L1'
save(book, 'blank')

for errors in ('displayed', 'blank', 'dash', 'NA'):
    book, sheet = workbook(1, 2)
    sheet['A1'] = '=1/0'
    sheet.page_setup.errors = errors
    save(book, 'errors-' + errors, sheet=[('<c r="A1">(.*?)<v ?/?>(</v>)?', r'<c r="A1" t="e">\\1<v>#DIV/0!</v>')])

book, sheet = workbook(2, 2)
sheet['A1'].fill = green
sheet['B2'].font = Font(color='FF0000FF')
sheet['B1'].border = Border(bottom=Side(style='thick', color='FFFF0000'))
sheet.page_setup.blackAndWhite = True
save(book, 'black')

for place in ('none', 'atEnd'):
    book, sheet = workbook(2, 2)
    sheet['B2'].comment = Comment('remark', 'Ann')
    sheet.page_setup.cellComments = place
    save(book, 'comments-' + place)

book, sheet = workbook(60, 2)
sheet.oddHeader.left.text = 'file &F in &Z end'
sheet.oddHeader.center.text = 'page &P+4'
sheet.oddFooter.left.text = 'first\\nsecond'
save(book, 'fields')

def scaled(name, fits, keeps, head='head'):
    book, sheet = workbook(5, 2)
    if fits:
        sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
        sheet.page_setup.fitToHeight = 0
        sheet.column_dimensions['A'].width = sheet.column_dimensions['B'].width = 80
    else:
        sheet.page_setup.scale = 50
    sheet.oddHeader.left.text, sheet.oddFooter.left.text = head, 'foot'
    sheet.HeaderFooter.scaleWithDoc = not keeps
    save(book, name)
scaled('scaled', False, False)
scaled('fitted', True, False)
scaled('head-kept', False, True)
scaled('korean-kept', False, True, '한글끝 end')

for lines in (0, 3, 6):
    book, sheet = workbook(2, 2)
    sheet.page_margins.top, sheet.page_margins.header = 1, 0.3
    sheet.oddHeader.left.text = '\\n'.join(f'line{n}' for n in range(lines))
    save(book, f'header-{lines}')

book, sheet = workbook(2, 3)
save(book, 'no-format', sheet=[('<sheetFormatPr[^>]*/>', '')])

book, sheet = workbook(4, 1)
sheet['A2'].font = Font(name='Malgun Gothic', size=11)
sheet['A3'].font = Font(name='Arial', size=20)
for row in range(1, 5):
    sheet.row_dimensions[row].height = 15
save(book, 'refitted', sheet=[(' customHeight="1"', '')])

book, sheet = workbook(2, 2)
sheet.print_options.headings = True
save(book, 'headings')
`;

before(() => python(program, [lab.dir]));

interface Printed {
  pages: number;
  warnings: string[];
  words: PrintedPages['words'];
  file: string;
}

async function print(name: string, options: OptionValues = {}): Promise<Printed> {
  const answer = await lab.send(path.join(lab.dir, `${name}.xlsx`), 'xlsx', 'pdf', options);
  const file = path.join(lab.dir, `${name}.pdf`);
  const { sizes, words } = await readPages(answer.body, file);
  return { pages: sizes.length, warnings: warningsOf(answer).filter(Boolean), words, file };
}

async function colourAt(file: string, page: number, x: number, y: number): Promise<string> {
  const args = [
    '-r',
    '72',
    '-f',
    `${page}`,
    '-l',
    `${page}`,
    '-x',
    `${x}`,
    '-y',
    `${y}`,
    '-W',
    '1',
    '-H',
    '1',
  ];
  await outputOf('/usr/bin/pdftoppm', [...args, '-singlefile', file, `${file}-pixel`]);
  const { stdout } = await python('import sys; print(open(sys.argv[1], "rb").read()[-3:].hex())', [
    `${file}-pixel.ppm`,
  ]);
  return stdout.toString().trim();
}

test('prints a page that has filled cells but no text', async () => {
  const { pages, file } = await print('filled');
  assert.equal(pages, 2);
  // Row 70 is the 21st row of the second page. Column C begins 106 points from the margin.
  assert.equal(await colourAt(file, 2, 54 + 130, 72 + 20 * 14 + 7), '00ff00');
});

test('prints a sheet whose cells have fill colours but no values', async () => {
  const { pages, file } = await print('only-filled');
  assert.equal(pages, 1);
  assert.equal(await colourAt(file, 1, 54 + 80, 72 + 2 * 14 + 7), '00ff00');
});

test('prints blank pages between other pages of a sheet, but not at the end', async () => {
  const { pages, words } = await print('blank');
  assert.deepEqual([words.get('A1')!.page, words.get('A60')!.page, words.get('L1')!.page], [1, 2, 3]);
  assert.equal(pages, 3);
});

for (const [errors, shown] of [
  ['displayed', '#DIV/0!'],
  ['blank', undefined],
  ['dash', '--'],
  ['NA', '#N/A'],
] as const)
  test(`prints cell errors according to the print setting "${errors}"`, async () => {
    const { words } = await print(`errors-${errors}`);
    assert.deepEqual([...words.keys()].sort(), [...(shown ? [shown] : []), 'B1']);
  });

test('prints a sheet without colours and fills if its print settings specify black and white', async () => {
  const { file } = await print('black');
  await outputOf('/usr/bin/pdftoppm', ['-r', '100', '-singlefile', file, `${file}-page`]);
  const { stdout } = await python(
    'import sys; from PIL import Image; im = Image.open(sys.argv[1]).convert("RGB"); print({(r, g, b) for _, (r, g, b) in im.getcolors(99999) if max(r, g, b) - min(r, g, b) > 8})',
    [`${file}-page.ppm`],
  );
  assert.equal(stdout.toString().trim(), 'set()');
});

test('prints cell comments after a sheet if its print settings request them', async () => {
  const printed = await print('comments-atEnd');
  assert.equal(printed.words.get('remark')!.page, 2);
  assert.deepEqual(printed.warnings, []);
  const { words, warnings } = await print('comments-none');
  assert.equal(words.get('remark'), undefined);
  assert.deepEqual(warnings, ['comments_left_out']);
  assert.equal((await print('comments-atEnd', { comments: 'false' })).pages, 1);
});

test('prints the file name, page numbers with an offset, and several lines in a sheet header', async () => {
  const { file, words, warnings } = await print('fields');
  const text = await outputOf('/usr/bin/pdftotext', ['-layout', file, '-']);
  assert.match(text, /^\f? *file in\.xlsx in {1,2}end +page 5 *$/m);
  assert.match(text, /^\f? *file in\.xlsx in {1,2}end +page 6 *$/m);
  assert.ok(words.get('second')!.y > words.get('first')!.y + 8);
  assert.deepEqual(warnings, []);
});

test('the cells of a scaled sheet start at the top margin, even if the sheet has a header', async () => {
  const half = await print('scaled');
  assertNear(half.words.get('A1')!.y, 72 + 7);
  assertNear(half.words.get('foot')!.y, 841.9 - 36, 3);
  const { words } = await print('fitted');
  // Two columns of 480 points each are fitted to 487 points, a scale of about 50 %.
  assertNear(words.get('B1')!.x - words.get('A1')!.x, 240);
  assertNear(words.get('A1')!.y, 72 + 7);
});

test("does not scale a sheet's header if the print settings exclude the header from scaling", async () => {
  const [half, kept] = [await print('scaled'), await print('head-kept')];
  assertNear(half.words.get('head')!.y, 36 + 6);
  // LibreOffice 7.4 uses the ascent of Carlito for macOS, and 25.2 the ascent for Windows.
  const ends = kept.words.get('head')!.y - 36;
  assert.ok(
    [12.2, 13.4].some((height) => Math.abs(ends - height) < 0.3),
    `the line ends at ${ends}`,
  );
  assertNear(kept.words.get('A1')!.y, 72 + 7);
  const korean = await print('korean-kept');
  assertNear(korean.words.get('end')!.x - korean.words.get('한글끝')!.x, 3 * 11 + 3, 4);
});

/** Returns whether an area of the first page contains a dark pixel. Lengths are in points. */
async function isPrinted(file: string, x: number, y: number, width: number, height: number) {
  const area = ['-x', `${x}`, '-y', `${y}`, '-W', `${width}`, '-H', `${height}`];
  await outputOf('/usr/bin/pdftoppm', [
    '-r',
    '72',
    '-l',
    '1',
    ...area,
    '-gray',
    '-singlefile',
    file,
    `${file}-area`,
  ]);
  const pixels = (await readFile(`${file}-area.pgm`)).subarray(-width * height);
  return pixels.some((value) => value < 128);
}

test('a sheet header with several lines does not move the cells if the header fits into the margin', async () => {
  const { words, file } = await print('header-3');
  // The tolerance is large, because the height of a word depends on the release of LibreOffice (7.4 or 25.2).
  const place = (await print('header-0')).words.get('A1')!.y;
  assertNear(place, 72 + 14, 1.5);
  assertNear(words.get('A1')!.y, place, 0.1);
  const { x, y } = words.get('line2')!;
  assert.ok(await isPrinted(file, Math.round(x), Math.round(y) - 9, 20, 8));
});

test('prints the whole header of a sheet, even if the header is taller than the margin', async () => {
  const { words, file } = await print('header-6');
  const { x, y } = words.get('line5')!;
  assert.ok(await isPrinted(file, Math.round(x), Math.round(y) - 9, 20, 8));
  assert.ok(words.get('A1')!.y > y + 10);
});

test('prints columns wide enough for 10 digits if the sheet specifies no default column width', async () => {
  const { words } = await print('no-format');
  assertNear(words.get('C1')!.x - words.get('A1')!.x, 2 * 65);
});

test('prints a row without a fixed height at a height that suits its font', async () => {
  const { words } = await print('refitted');
  const at = (cell: string) => words.get(cell)!.y;
  // The Normal font is Calibri 11. With Calibri 11, rows of 17 points are printed 16 points high, and rows of 24 points
  // are printed 22 points high.
  assertNear(at('A2') - at('A1'), 16);
  assertNear(at('A3') - at('A2'), 22, 2);
  assertNear(at('A4') - at('A3'), 14, 2);
});

test("prints a sheet's row numbers in a column 23 points wide", async () => {
  const { words } = await print('headings');
  assertNear(words.get('A1')!.x, 54 + 23 + 3);
});
