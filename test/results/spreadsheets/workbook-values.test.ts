/** Dates, times, errors, hidden sheets and comments of workbooks are converted in the same way to every data format. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { python } from '../../samples/run.ts';
import { serviceFixture } from '../../support/fixtures.ts';
import { textOfPages } from '../../support/results/measure.ts';
import { post, warningsOf, type Answer } from '../../support/server/service.ts';

const service = serviceFixture();
const dir = await mkdtemp(path.join(tmpdir(), 'protean-workbook-values-'));
after(() => rm(dir, { recursive: true }));

/** Name, value, number format, then the expected text with `values=raw` and with `values=shown`. */
const cells = [
  ['elapsed', 30.25 / 24, '[h]:mm', '30:15:00', '30:15'],
  ['minutes', 1.5 / 24, '[mm]:ss', '1:30:00', '90:00'],
  ['time', 0.75, 'h:mm AM/PM', '18:00:00', '6:00 PM'],
  ['date', 45_000, 'dd/mm/yyyy', '2023-03-15', '15/03/2023'],
  ['american', 45_000, '[$-409]m/d/yyyy', '2023-03-15', '3/15/2023'],
  ['moment', 45_000.5, 'yyyy-mm-dd hh:mm', '2023-03-15T12:00:00', '2023-03-15 12:00'],
  ['early', 15, 'yyyy-mm-dd', '1900-01-15', '1900-01-15'],
  ['money', 53_000, '"$"#,##0', '53000', '$53,000'],
  ['share', 0.938, '0.0%', '0.938', '93.8%'],
  ['hidden', 42, ';;;', '42', ''],
  ['truth', true, 'General', 'TRUE', 'TRUE'],
  ['error', '#N/A', 'General', '#N/A', '#N/A'],
  ['formula', '=1+1', 'General', '2', '2'],
] as const;

const program = `
import json, sys, openpyxl
from openpyxl.comments import Comment
book = openpyxl.Workbook()
sheet = book.active
sheet.title = 'Values'
sheet.append(['name', 'value'])
for name, value, number_format, *_ in json.loads(sys.argv[2]):
    sheet.append([name, None])
    cell = sheet.cell(sheet.max_row, 2, value)
    cell.number_format = number_format
sheet['B2'].comment = Comment('please check', 'Ann')
secret = book.create_sheet('Secret')
secret.append(['a', 'b'])
secret.append([1, 'kept apart'])
secret.sheet_state = 'hidden'
book.save(sys.argv[1])
`;

/** Copies a workbook and moves the last cell of its hidden sheet. */
const moved = `
import re, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as source, zipfile.ZipFile(sys.argv[2], 'w') as target:
    for name in source.namelist():
        data = source.read(name).decode()
        if name.endswith('sheet2.xml'):
            data = data.replace('<row r="2"', '<row r="%s"' % re.search('[0-9]+', sys.argv[3])[0]).replace('r="B2"', 'r="%s"' % sys.argv[3])
        target.writestr(name, data)
`;

const book = path.join(dir, 'values.xlsx');
before(() => python(program, [book, JSON.stringify(cells)]));

async function convert(target: string, more: Readonly<Record<string, string>> = {}): Promise<Answer> {
  const fields = Object.entries({ target, ...more });
  const answer = await post(`${service.url}/api/convert`, [
    ['file', new File([await readFile(book)], 'values.xlsx')],
    ...fields.map(([name, value]) => [name, value] as const),
  ]);
  assert.equal(answer.status, 200, answer.error.message);
  return answer;
}

test('writes the same stored cell values to csv and json', async () => {
  const csv = (await convert('csv', { sheet: 'Values' })).body.toString();
  const wanted = cells.map(([name, , , raw]) => `${name},${raw}`);
  assert.deepEqual(csv.trimEnd().split('\n').slice(1), wanted);
  const json = JSON.parse((await convert('json', { sheet: 'Values' })).body.toString()) as {
    name: string;
    value: unknown;
  }[];
  const spelled = (value: unknown) =>
    typeof value === 'boolean' ? String(value).toUpperCase() : String(value);
  assert.deepEqual(
    json.map(({ name, value }) => `${name},${spelled(value)}`),
    wanted,
  );
});

test('with values=shown, writes each cell as Excel displays it', async () => {
  const csv = (await convert('csv', { sheet: 'Values', values: 'shown' })).body.toString();
  const quoted = (text: string) => (text.includes(',') ? `"${text}"` : text);
  assert.deepEqual(
    csv.trimEnd().split('\n').slice(1),
    cells.map(([name, , , , shown]) => `${name},${quoted(shown)}`),
  );
});

test('omits hidden sheets only on request, but always warns about hidden sheets', async () => {
  const all = await convert('json');
  assert.deepEqual(Object.keys(JSON.parse(all.body.toString()) as object), ['Values', 'Secret']);
  assert.ok(warningsOf(all).includes('hidden_sheets'));
  const visible = await convert('json', { sheets: 'visible' });
  assert.ok(!visible.body.includes('Secret'));
  assert.ok(warningsOf(visible).includes('hidden_sheets'));
});

test('warns about omitted cell comments, or writes the comments to a separate column if comments=true', async () => {
  const without = await convert('csv', { sheet: 'Values' });
  assert.deepEqual(warningsOf(without), ['comments_left_out']);
  assert.ok(!without.body.includes('please check'));
  const records = JSON.parse(
    (await convert('json', { sheet: 'Values', comments: 'true' })).body.toString(),
  ) as Record<string, unknown>[];
  assert.equal(records[0]?.['comments'], 'B2: Ann: please check');
  assert.equal(records[0]['value'], '30:15:00');
  const csv = (await convert('csv', { sheet: 'Values', comments: 'true' })).body.toString();
  assert.match(csv, /^name,value,comments\nelapsed,30:15:00,B2: Ann: please check\nminutes,1:30:00,\n/);
});

for (const [title, place, reason] of [
  [
    'refuses to convert a sheet with a cell in its last row and column to csv, because it is too large',
    'XFD1048576',
    'too_many_cells',
  ],
  [
    'refuses a workbook with a cell beyond the limits of a sheet as unreadable',
    'ZZZZZ999999999',
    'unreadable_file',
  ],
] as const)
  test(title, async () => {
    const file = path.join(dir, `${place}.xlsx`);
    await python(moved, [book, file, place]);
    const answer = await post(`${service.url}/api/convert`, [
      ['file', new File([await readFile(file)], 'values.xlsx')],
      ['target', 'csv'],
      ['sheet', 'Secret'],
    ]);
    assert.equal(answer.status, 400);
    assert.equal(answer.error.details?.['reason'], reason);
  });

for (const target of ['md', 'html', 'txt', 'docx', 'pdf', 'png']) {
  test(`warns about hidden sheets and lost cell comments when a workbook is converted to ${target}`, async () => {
    const answer = await convert(target);
    assert.deepEqual(warningsOf(answer), ['comments_left_out', 'hidden_sheets']);
    if (!['md', 'html', 'txt'].includes(target)) return;
    assert.ok(answer.body.includes('30:15'));
    assert.ok(!answer.body.includes('please check'));
    assert.ok(!answer.body.includes('Secret'));
  });
}

test('warns about lost cell comments only if the requested sheet contains comments', async () => {
  assert.deepEqual(warningsOf(await convert('pdf', { sheet: 'Secret' })), ['']);
  assert.deepEqual(warningsOf(await convert('pdf', { sheet: 'Values' })), ['comments_left_out']);
});

test('a document shows hidden sheets if sheets=all is set, but not if sheets=visible is set', async () => {
  for (const target of ['md', 'html', 'txt']) {
    const answer = await convert(target, { sheets: 'all' });
    assert.deepEqual(warningsOf(answer), ['comments_left_out', 'hidden_sheets']);
    assert.ok(answer.body.includes('kept apart'), target);
  }
  for (const [sheets, shows] of [
    ['all', true],
    ['visible', false],
  ] as const) {
    const pdf = path.join(dir, `${sheets}.pdf`);
    await writeFile(pdf, (await convert('pdf', { sheets })).body);
    assert.equal((await textOfPages(pdf)).includes('kept apart'), shows);
  }
});
