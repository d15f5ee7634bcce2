import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeUsd } from './money.ts';

test('writes whole prices without cents, and conversion prices to a tenth of a cent', () => {
  assert.equal(writeUsd(29, 'en'), '$29');
  assert.equal(writeUsd(0.005, 'en'), '$0.005');
  assert.equal(writeUsd(1999, 'de'), '1.999\u00a0$');
});

test('keeps the letters and the symbol of a currency (US$) together in right-to-left text', () => {
  assert.equal(writeUsd(29, 'ar'), '\u200f29\u00a0US$\u200e');
});
