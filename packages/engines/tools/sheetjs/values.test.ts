import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rawReader, shownReader, textOfValue } from './cell-text.ts';
import { numberKind } from './number-format.ts';
import { timeText } from './raw-number.ts';

const cell = (value: string | number | boolean, format = 'General') => ({ value, format, isError: false });
const raw = (value: string | number | boolean, format?: string, date1904 = false) =>
  textOfValue(rawReader(date1904)(cell(value, format)));
const shown = (value: string | number | boolean, format?: string, date1904 = false) =>
  textOfValue(shownReader(date1904)(cell(value, format)));

test('distinguishes dates, times and elapsed times from numbers by their format', () => {
  const kinds = {
    number: [
      'General',
      '0.00',
      '#,##0',
      '0.00E+00',
      '# ?/?',
      '"day "0',
      '0.0 \\d',
      '[Red]0;[Blue]-0',
      '@',
      ';;;',
      '_($* #,##0_)',
    ],
    date: [
      'm/d/yy',
      'yyyy-mm-dd',
      '[$-409]d-mmm-yy',
      'mmm',
      'yyyy"年"m"月"',
      '[$-F800]dddd',
      'dd/mm/yyyy;@',
      '[$-411]ggge',
    ],
    moment: ['m/d/yy h:mm', 'yyyy\\-mm\\-dd"T"hh:mm:ss', '[$-409]m/d/yy h:mm AM/PM;@'],
    time: ['h:mm', 'mm:ss.0', 'h:mm:ss AM/PM', '[$-F400]h:mm:ss AM/PM', 'hh"h"mm'],
    elapsed: ['[h]:mm', '[hh]:mm:ss', '[mm]:ss', '[ss]', '[h]:mm:ss;@'],
  };
  for (const [kind, formats] of Object.entries(kinds))
    for (const format of formats) assert.equal(numberKind(format), kind, format);
});

test('writes an elapsed time as hours, minutes and seconds, whatever its number format', () => {
  assert.equal(raw(30.25 / 24, '[h]:mm'), '30:15:00');
  assert.equal(raw(1.5 / 24, '[mm]:ss'), '1:30:00');
  assert.equal(raw(-0.5, '[h]:mm'), '-12:00:00');
  assert.equal(raw(1.00001, '[h]:mm:ss'), '24:00:00.864');
  assert.equal(shown(30.25 / 24, '[h]:mm'), '30:15');
});

test('writes a time of day without a date', () => {
  assert.equal(raw(0.75, 'h:mm'), '18:00:00');
  assert.equal(raw(0.75, 'm/d/yyyy h:mm'), '18:00:00');
  assert.equal(raw(0, 'h:mm'), '00:00:00');
  // If a format shows only a time, a number below 20000 is an elapsed time. A number of 20000 or more is a date with a
  // time, because day 20000 is in 1954.
  assert.equal(raw(12_345.5, 'h:mm'), '296292:00:00');
  assert.equal(raw(45_000.6, 'h:mm'), '2023-03-15T14:24:00');
  assert.equal(shown(0.678, 'h:mm AM/PM'), '4:16 PM');
});

test('converts numbers to dates before March 1900 as Excel does, including 29 February 1900', () => {
  assert.deepEqual(
    [-5, 1, 59, 60, 61].map((day) => timeText(day, 'date')),
    ['1899-12-25', '1900-01-01', '1900-02-28', '1900-02-29', '1900-03-01'],
  );
});

test('counts days from 1904 if the workbook uses the 1904 calendar', () => {
  assert.equal(raw(0, 'm/d/yy', true), '1904-01-01');
  assert.equal(raw(35_064, 'm/d/yy', true), '2000-01-01');
  assert.equal(shown(35_064, 'm/d/yy', true), '1/1/00');
});

test('writes dates in ISO 8601, whatever the locale of their number format', () => {
  for (const format of ['[$-409]m/d/yyyy', 'dd.mm.yyyy', '[$-F800]dddd, mmmm dd, yyyy', 'm/d/yy'])
    assert.equal(raw(45_000, format), '2023-03-15');
  assert.equal(raw(45_000.5, 'yyyy-mm-dd'), '2023-03-15T12:00:00');
  assert.equal(raw(45_000, 'm/d/yy h:mm'), '2023-03-15T00:00:00');
});

test('writes raw numbers with all digits, and displayed numbers in their number format', () => {
  assert.equal(raw(0.1 + 0.2, '0.0'), '0.30000000000000004');
  assert.equal(raw(0.938, '0.0%'), '0.938');
  assert.equal(raw(42, ';;;'), '42');
  assert.equal(shown(0.1 + 0.2), '0.3');
  assert.equal(shown(0.938, '0.0%'), '93.8%');
  assert.equal(shown(53_000, '"$"#,##0'), '$53,000');
  assert.equal(shown(42, ';;;'), '');
  assert.equal(shown(0.00001), '1E-05');
  assert.equal(shown(0.42, '[$-1010409]0.0%'), '42.0%');
});

test('writes an ISO date or a serial number if Excel shows a date as `####`', () => {
  assert.equal(shown(-5, 'yyyy-mm-dd'), '1899-12-25');
  assert.equal(shown(3e6, 'yyyy-mm-dd'), '3000000');
  assert.equal(raw(3e6, 'yyyy-mm-dd'), '3000000');
});

test('writes booleans and errors as Excel shows them', () => {
  assert.equal(raw(true), 'TRUE');
  assert.equal(shown(false), 'FALSE');
  const error = { value: '#N/A', isError: true, format: '0.0' };
  assert.equal(rawReader(false)(error), '#N/A');
  assert.equal(shownReader(false)(error), '#N/A');
});
