/**
 * Tests the cells of workbooks in documents and pages: values, early dates, comments, sheets, tables, and row heights.
 */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { before, test } from 'node:test';
import { python } from '../../samples/run.ts';
import { outputOf } from '../../support/results/measure.ts';
import { warningsOf, type Answer } from '../../support/server/service.ts';
import { Workbench } from '../../support/results/workbench.ts';

const lab = await Workbench.open();
const book = path.join(lab.dir, 'book.xlsx');

/**
 * Each row contains the name, the value, the number format, and the expected text with `values=raw` and with
 * `values=shown`.
 */
const cells = [
  ['elapsed', 30.25 / 24, '[h]:mm', '30:15:00', '30:15'],
  ['early', 15, 'yyyy-mm-dd', '1900-01-15', '1900-01-15'],
  ['february', 59, 'm/d/yyyy', '1900-02-28', '2/28/1900'],
  ['fictional', 60, 'dd/mm/yyyy', '1900-02-29', '29/02/1900'],
  ['march', 61, 'yyyy-mm-dd', '1900-03-01', '1900-03-01'],
  ['none', 0, 'm/d/yyyy', '00:00:00', '1/0/1900'],
  ['british', 45_000, 'dd/mm/yyyy', '2023-03-15', '15/03/2023'],
  ['standard', 45_000, 'mm-dd-yy', '2023-03-15', '3/15/2023'],
  ['moment', 45_000.5, 'yyyy-mm-dd hh:mm', '2023-03-15T12:00:00', '2023-03-15 12:00'],
  ['clock', 0.75, 'h:mm AM/PM', '18:00:00', '6:00 PM'],
  ['money', 53_000.256, '"$"#,##0', '53000.256', '$53,000'],
  ['share', 0.93812, '0.0%', '0.93812', '93.8%'],
  ['hidden', 42, ';;;', '42', ''],
  ['truth', true, 'General', 'TRUE', 'TRUE'],
  ['error', '#N/A', 'General', '#N/A', '#N/A'],
  ['formula', '=1+1', 'General', '2', '2'],
] as const;

const program = `
import json, sys, openpyxl
from openpyxl.comments import Comment
from openpyxl.styles import Alignment, Font
from openpyxl.worksheet.table import Table
book = openpyxl.Workbook()
sheet = book.active
sheet.title = 'Values'
for name, value, number_format, *_ in json.loads(sys.argv[2]):
    sheet.append([name, None])
    cell = sheet.cell(sheet.max_row, 2, value)
    cell.number_format = number_format
sheet['B1'].comment = Comment('please check', 'Ann')
tables = book.create_sheet('Tables')
for row in (['Cargo of 2024'], ['Port', 'Ore', None, 'Fish', 'Catch'], ['Callao', 7, None, 'Cod', 3],
            ['Arica', 9, None, 'Hake', 4], [], ['Ship', 'Crew'], [], ['Ann', 5]):
    tables.append(row)
tables.add_table(Table(displayName='Ships', ref='A6:B8'))
rows = book.create_sheet('Rows')
long, wrapped = 'several words that need more lines', Alignment(wrap_text=True)
for n, (text, alignment) in enumerate([('before', None), (long, wrapped), ('one\\ntwo\\nthree', wrapped),
                                       ('large', None), (long.upper(), wrapped), ('after', None)], 1):
    rows.cell(n, 1, text).alignment = alignment or Alignment()
rows['A4'].font = Font(size=36)
rows.row_dimensions[5].height = 15
wide = book.create_sheet('Wide')
wide.append([45000, 'x'])
wide['A1'].number_format = 'dddd, mmmm dd, yyyy'
headed = book.create_sheet('Headed')
headed.append(['a', 1])
headed.oddHeader.center.text = 'Harbour office'
headed.oddFooter.center.text = 'Leaf &P'
book.save(sys.argv[1])
`;

/** Writes a DIF table with the string TRUE, booleans and a number. */
const truths = `
import sys
rows = [['1,0', '"name"'], ['1,0', '"TRUE"']], [['1,0', '"yes"'], ['0,1', 'TRUE']], [['1,0', '"no"'], ['0,0', 'FALSE']], [['1,0', '"one"'], ['0,1', 'V']]
with open(sys.argv[1], 'w', newline='\\r\\n') as file:
    print('TABLE', '0,1', '""', 'VECTORS', '0,2', '""', 'TUPLES', '0,4', '""', 'DATA', '0,0', '""', sep='\\n', file=file)
    for row in rows:
        print('-1,0', 'BOT', *(line for cell in row for line in cell), sep='\\n', file=file)
    print('-1,0', 'EOD', sep='\\n', file=file)
`;

before(async () => {
  await python(program, [book, JSON.stringify(cells)]);
  for (const ext of ['ods', 'xls']) {
    const { body } = await lab.send(book, 'xlsx', ext, {});
    await writeFile(path.join(lab.dir, `book.${ext}`), body);
  }
});

const send = (target: string, options: Readonly<Record<string, string>>, ext = 'xlsx') =>
  lab.send(path.join(lab.dir, `book.${ext}`), ext, target, options);

/** Returns the cells of the first table in Markdown, without escapes. */
const rowsOf = (markdown: Buffer) =>
  markdown
    .toString()
    .split('\n')
    .filter((line) => /^\| \w/.test(line))
    .map((line) =>
      line
        .replaceAll('\\', '')
        .split('|')
        .slice(1, 3)
        .map((text) => text.trim()),
    );

async function pageText(answer: Answer): Promise<string> {
  const file = path.join(lab.dir, 'result.pdf');
  await writeFile(file, answer.body);
  return outputOf('/usr/bin/pdftotext', ['-layout', file, '-']);
}

for (const [values, column] of [
  ['raw', 3],
  ['shown', 4],
] as const) {
  const wanted = cells.map((cell) => [cell[0], cell[column]] as const);

  test(`writes the xlsx cells to md and pdf as values=${values} specifies`, async () => {
    assert.deepEqual(rowsOf((await send('md', { values, sheet: 'Values' })).body), wanted);
    const lines = (await pageText(await send('pdf', { values, sheet: 'Values' }))).split('\n');
    assert.deepEqual(
      lines.filter((line) => /\w/.test(line)).map((line) => line.trim().split(/ {2,}| (?=\S+$)/)[0]),
      cells.map(([name]) => name),
    );
    for (const [name, text] of wanted)
      assert.ok(
        lines.some((line) => line.startsWith(name) && line.trimEnd().endsWith(text)),
        `${name} ${text}`,
      );
  });

  test(`with values=${values}, writes the same xlsx cells to html, txt, docx and csv as to md`, async () => {
    const csv = (await send('csv', { values, sheet: 'Values' })).body.toString();
    for (const target of ['html', 'txt', 'docx'] as const) {
      const answer = await send(target, { values, sheet: 'Values' });
      const file = path.join(lab.dir, `result.${target}`);
      await writeFile(file, answer.body);
      const text =
        target === 'docx' ? await outputOf('/usr/bin/pandoc', [file, '-t', 'plain']) : answer.body.toString();
      for (const [name, shown] of wanted) {
        assert.ok(text.includes(shown), `${target} ${name}`);
        if (name !== 'none' && name !== 'standard') assert.ok(csv.includes(shown), `csv ${name}`);
      }
    }
  });
}

test('with values=raw, writes the stored values of xls and ods to md', async () => {
  for (const ext of ['xls', 'ods']) {
    const rows = rowsOf((await send('md', { values: 'raw', sheet: 'Values' }, ext)).body);
    const wanted = cells.map(([name, , , raw]) => [name, raw]);
    assert.deepEqual(rows, wanted, ext);
  }
});

test('with comments=true, lists cell comments after the cells of a sheet', async () => {
  for (const target of ['md', 'html', 'txt']) {
    const answer = await send(target, { sheet: 'Values', comments: 'true' });
    assert.deepEqual(warningsOf(answer), ['']);
    const text = answer.body.toString();
    assert.ok(text.indexOf('B1: Ann: please check') > text.indexOf('formula'), target);
  }
  for (const values of ['raw', 'shown'])
    assert.match(
      await pageText(await send('pdf', { sheet: 'Values', comments: 'true', values })),
      /B1: +Ann: please check/,
    );
});

test('warns that cell comments are lost in dbf, dif and slk', async () => {
  for (const target of ['dbf', 'dif', 'slk'])
    assert.ok(warningsOf(await send(target, { sheet: 'Values' })).includes('comments_left_out'), target);
});

test('keeps cell comments when ods is converted to fods', async () => {
  const flat = (await send('fods', {}, 'ods')).body.toString();
  assert.match(flat, /<office:annotation\b.*?please check/s);
});

test('converts only the requested sheet to md, html and txt, and refuses a missing sheet', async () => {
  for (const target of ['md', 'html', 'txt']) {
    const text = (await send(target, { sheet: 'Tables' })).body.toString();
    assert.ok(text.includes('Callao') && !text.includes('elapsed'), target);
  }
  const missing = await send('md', { sheet: 'Nowhere' });
  assert.equal(missing.status, 400);
  assert.equal(missing.error.details?.['reason'], 'no_such_sheet');
});

test('writes separate tables on one sheet as separate Markdown tables', async () => {
  for (const ext of ['xlsx', 'ods']) {
    const lines = (await send('md', { sheet: 'Tables' }, ext)).body.toString().split('\n');
    const blocks = lines
      .filter((line) => !line.startsWith('|:'))
      .join('\n')
      .replaceAll(/ +/g, ' ')
      .trim()
      .split('\n\n');
    assert.deepEqual(blocks, [
      '# Tables',
      'Cargo of 2024',
      '| Port | Ore |\n| Callao | 7 |\n| Arica | 9 |',
      '| Fish | Catch |\n| Cod | 3 |\n| Hake | 4 |',
      '| Ship | Crew |\n| Ann | 5 |',
    ]);
  }
});

for (const ext of ['xlsx', 'xls', 'ods'])
  test(`in pdf, ${ext} rows are as high as their content, except rows with a fixed height`, async () => {
    const { body } = await send('pdf', { sheet: 'Rows' }, ext);
    const file = path.join(lab.dir, `rows-${ext}.pdf`);
    await writeFile(file, body);
    const boxes = await outputOf('/usr/bin/pdftotext', ['-bbox', file, '-']);
    const words = Array.from(
      boxes.matchAll(/yMin="([\d.]+)" xMax="[\d.]+" yMax="([\d.]+)">([^<]*)</g),
      ([, top, bottom, text = '']) => ({ middle: (Number(top) + Number(bottom)) / 2, text }),
    );
    const at = (text: string) => words.find((word) => word.text === text)?.middle ?? NaN;
    const order = ['before', 'several', 'need', 'lines', 'one', 'two', 'three', 'large', 'after'].map(at);
    for (const [n, place] of order.entries())
      if (n > 0) assert.ok(place - (order[n - 1] ?? NaN) > 8, `${order.join(' ')}`);
    // The row between "large" and "after" has a fixed height of 15 points, but its text needs four lines.
    assert.ok(at('after') - at('large') < 60, `${at('large')} ${at('after')}`);
  });

for (const ext of ['csv', 'tsv', 'dbf', 'dif', 'slk'])
  test(`does not add sheet names and page numbers to the pages of ${ext}`, async () => {
    const { body } = await send(ext, { sheet: 'Wide' });
    const file = path.join(lab.dir, `wide.${ext}`);
    await writeFile(file, body);
    const text = await pageText(await lab.send(file, ext, 'pdf', {}));
    assert.match(text, /x/);
    assert.doesNotMatch(text, /Sheet1|Wide|Page/);
    const sheet = path.join(lab.dir, `wide-${ext}.ods`);
    await writeFile(sheet, (await lab.send(file, ext, 'ods', {})).body);
    assert.doesNotMatch(await pageText(await lab.send(sheet, 'ods', 'pdf', {})), /Sheet1|Wide|Page/);
  });

test('prints the headers and footers of a sheet, and adds none to other sheets', async () => {
  for (const ext of ['xlsx', 'ods', 'xls']) {
    const text = await pageText(await send('pdf', { sheet: 'Headed' }, ext));
    assert.match(text, /Harbour office[^]*Leaf 1/, ext);
  }
  assert.doesNotMatch(await pageText(await send('pdf', { sheet: 'Wide' })), /Wide|Page/);
});

for (const ext of ['xlsx', 'xls', 'ods'])
  test(`writes ${ext} sheet names as html headings, without a list of the sheets`, async () => {
    const text = (await send('html', {}, ext)).body.toString();
    const headings = Array.from(text.matchAll(/<h1>(.*?)<\/h1>/gis), ([, heading]) => heading);
    assert.deepEqual(headings, ['Values', 'Tables', 'Rows', 'Wide', 'Headed']);
    assert.doesNotMatch(text, /Overview|href="#|<hr>/i);
  });

test('keeps the booleans of a dif file in csv', async () => {
  const file = path.join(lab.dir, 'truth.dif');
  await python(truths, [file]);
  assert.equal(
    (await lab.send(file, 'dif', 'csv', {})).body.toString(),
    'name,TRUE\nyes,TRUE\nno,FALSE\none,1\n',
  );
  const json = (await lab.send(file, 'dif', 'json', {})).body.toString();
  assert.deepEqual(JSON.parse(json), [
    { name: 'yes', TRUE: true },
    { name: 'no', TRUE: false },
    { name: 'one', TRUE: 1 },
  ]);
  assert.match(await pageText(await lab.send(file, 'dif', 'pdf', {})), /yes +TRUE\s+no +FALSE\s+one +1\b/);
});

test('prints a date in full instead of ### if its column is too narrow', async () => {
  const text = await pageText(await send('pdf', { sheet: 'Wide' }));
  assert.match(text, /Wednesday, March 15, 2023/);
  assert.doesNotMatch(text, /###/);
});
