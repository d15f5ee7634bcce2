/** Tests that the kind of a cell matches the type that readers of whole tables infer from the cell's text. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { momentKind, ScalarShape } from '../../values/shape.ts';
import { plainValue } from '../../values/untyped.ts';
import { Numeral } from '../../values/value.ts';
import { byteClasses, kindOf, kinds } from './cell-kinds.ts';

const classes = byteClasses([]);

function kindOfCell(text: string): number {
  const bytes = Buffer.from(`"${text}"`);
  const end = bytes.length - 1;
  const held = bytes.subarray(1, end).reduce((sum, byte) => sum | (classes[byte] ?? 0), 0);
  return kindOf(bytes, 1, end, held);
}

function expectedKind(text: string): number {
  if (text === '') return kinds.empty;
  const value = plainValue(text);
  if (typeof value === 'boolean') return kinds.boolean;
  if (value instanceof Numeral) {
    if (value.isInteger) return kinds.integer;
    return text.includes('e') || text.length > 15 ? kinds.number : kinds.decimal;
  }
  const moment = momentKind(text);
  return moment === undefined ? kinds.text : moment === 'date' ? kinds.date : kinds.moment;
}

const piece = fc.constantFrom(
  ...[
    '0',
    '1',
    '9',
    '00',
    '12',
    '123456789',
    '-',
    '-',
    '.',
    'e',
    'e+',
    '+',
    'T',
    ':',
    'Z',
    ' ',
    'é',
    'a',
    '"',
  ],
  ...[
    'true',
    'TRUE',
    'false',
    'FALSE',
    'alse',
    'True',
    '2024-02-29',
    '2023-02-29',
    '2024-12-01',
    '0000-13-00',
    '07:30:00',
  ],
);
const text = fc.array(piece, { maxLength: 5 }).map((pieces) => pieces.join(''));

test('infers the same data type from the bytes of a cell as from its text', () => {
  const property = fc.property(text, (cell) => {
    assert.equal(kindOfCell(cell), expectedKind(cell), cell);
  });
  fc.assert(property, { numRuns: 20_000 });
});

test('stores integers as 64-bit integers, and decimals as doubles', () => {
  const property = fc.property(text, (cell) => {
    const kind = kindOfCell(cell);
    if (kind !== kinds.integer && kind !== kinds.decimal) return;
    const shape = new ScalarShape();
    shape.add(plainValue(cell));
    assert.equal(shape.found.kind, kind === kinds.integer ? 'int64' : 'double', cell);
  });
  fc.assert(property, { numRuns: 20_000 });
});
