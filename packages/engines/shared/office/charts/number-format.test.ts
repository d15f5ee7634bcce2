/** Tests that numbers, percentages, dates and elapsed times of charts are formatted as in Excel. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { python } from '../../../../../test/support/python.ts';

const cases: readonly (readonly [stored: string, code: string, shown: string])[] = [
  ['19.2', 'General', '19.2'],
  ['0.30000000000000004', 'General', '0.3'],
  ['100000000000', 'General', '100000000000'],
  ['1234567.891', '#,##0.00', '1,234,567.89'],
  ['0.256', '0%', '26%'],
  ['-5', '0;(0)', '(5)'],
  ['0', '0;-0;"zero"', 'zero'],
  ['1234.5', '[$€-407] #,##0.00', '€ 1,234.50'],
  ['-3.5', '_-* #,##0.00\\ "€"_-;-* #,##0.00\\ "€"_-', '-3.50 €'],
  ['1234567', '0.0,,"M"', '1.2M'],
  ['0.00012', '0.00E+00', '1.20E-04'],
  ['5', '0 "days"', '5 days'],
  ['5', '0.##', '5'],
  ['7', '00000', '00007'],
  ['44927', 'yyyy\\-mm\\-dd', '2023-01-01'],
  ['44927', '[$-409]mmmm\\ d\\,\\ yyyy;@', 'January 1, 2023'],
  ['44927.75', 'h:mm AM/PM', '6:00 PM'],
  ['1.25', '[h]:mm', '30:00'],
  ['0.0435', 'mm:ss.0', '02:38.4'],
  ['Quarter 1', '0.00', 'Quarter 1'],
  ['1e40', '0.00', '1e+40'],
];

test('formats numbers according to their format codes', () => {
  const program = `
import json, sys
from engines.shared.office.charts.number_format import shown
print(json.dumps([shown(stored, code) for stored, code, _ in json.load(sys.stdin)]))`;
  const shown = JSON.parse(python(program, JSON.stringify(cases))) as string[];
  assert.deepEqual(
    shown,
    cases.map(([, , text]) => text),
  );
});
