/** Tests that `values=raw` changes no value: compares each cell of generated workbooks with the values in their XML. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { compareStored } from '../../../../test/fidelity/stored-values.ts';
import { python } from '../../../../test/support/python.ts';

const dir = mkdtempSync(path.join(tmpdir(), 'protean-stored-values-'));
after(() => {
  rmSync(dir, { recursive: true });
});

/**
 * Python program that writes a workbook. The workbook contains numbers of all sizes in each kind of number format,
 * strings with entities and line breaks, booleans and errors.
 */
const program = `
import datetime, random, sys, openpyxl
from openpyxl.utils.datetime import CALENDAR_MAC_1904
file, calendar = sys.stdin.read().split()
book = openpyxl.Workbook()
if calendar == '1904':
    book.epoch = CALENDAR_MAC_1904
pick = random.Random(1904 if calendar == '1904' else 1900)
formats = ['General', '0', '0.00', '#,##0', '0%', '0.00E+00', '# ?/?', 'm/d/yyyy', 'dd/mm/yyyy hh:mm', 'h:mm', 'h:mm:ss AM/PM',
           '[h]:mm:ss', '[mm]:ss.0', 'mmm-yy', '"day "0', ';;;', '[Red]0;[Blue]-0', '@', '[$-409]d-mmm-yy', '[$-F400]h:mm:ss']
texts = ['007', '1e5', 'TRUE', '=no formula', ' spaces ', 'a\\nb', '<&>"', '\\U0001F600', '_x0041_', "'quoted", '2024-02-29', '']
for n in range(3):
    sheet = book.create_sheet(f'Sheet {n}')
    for row in range(1, 120):
        for column, code in enumerate(formats, 1):
            power = pick.choice([-9, -4, -1, 0, 2, 4, 6]) if pick.random() < 0.5 else pick.choice([0, 4])
            value = round(pick.uniform(0, 6) * 10.0 ** power, pick.choice([0, 2, 15]))
            if pick.random() < 0.2:
                value = float(pick.randrange(0, 70))
            cell = sheet.cell(row, column, value)
            cell.number_format = code
        sheet.cell(row, 30, pick.random() < 0.5)
        sheet.cell(row, 31, pick.choice(['#N/A', '#DIV/0!', '#NAME?', '#NULL!', '#NUM!', '#REF!', '#VALUE!']))
        text = sheet.cell(row, 32)
        text.value, text.data_type = pick.choice(texts), 's'
book.save(file)
`;

for (const calendar of ['1900', '1904'])
  test(`returns every cell value as stored in a workbook that uses the ${calendar} calendar`, () => {
    const file = path.join(dir, `${calendar}.xlsx`);
    python(program, `${file} ${calendar}`);
    const { cells, changed } = compareStored(file);
    assert.ok(cells > 8000, String(cells));
    assert.deepEqual(changed.slice(0, 20), []);
  });
