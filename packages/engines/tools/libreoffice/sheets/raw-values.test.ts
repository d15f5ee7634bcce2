/**
 * Tests that LibreOffice's runner writes stored values with the same rules as SheetJS's runner, so that pages and data
 * are consistent.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { python } from '../../../../../test/support/python.ts';
import { timeText } from '../../sheetjs/raw-number.ts';
import type { NumberKind } from '../../sheetjs/number-format.ts';

const program = `
import datetime, json, sys
from engines.tools.libreoffice.sheets.raw_values import raw_text
json.dump([raw_text(value, kind, datetime.date(1899, 12, 30)) for value, kind in json.load(sys.stdin)], sys.stdout)
`;

const kinds: readonly NumberKind[] = ['number', 'date', 'moment', 'time', 'elapsed'];
/** Excludes the days before March 1900, on which the calendars differ. */
const values = [
  ...[0, 0.75, 0.1 + 0.2, 1 / 3, 61, 45_000, 45_000.5, 45_000.123456, 12_345.5, 2_958_465],
  ...[-0.5, -5, 1e-7, 1.5e-9, 1e15, 123_456_789_012_345_680, 1e21, 1.7e300, 1e-300, 2 / 3],
];

test('Python and TypeScript write every cell value in every number format as the same text', () => {
  const cells = kinds.flatMap((kind) => values.map((value) => [value, kind] as const));
  const wanted = cells.map(([value, kind]) => timeText(value, kind) ?? String(value));
  assert.deepEqual(JSON.parse(python(program, JSON.stringify(cells))), wanted);
});
