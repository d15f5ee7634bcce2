import assert from 'node:assert/strict';
import { test } from 'node:test';
import { distinctName } from './distinct-name.ts';

test('adds a number to a file name that is taken in its folder, even if only the case differs', () => {
  const taken = new Set(['report.json']);
  const names = ['a.pdf', 'A.pdf', 'a.pdf', 'sub/a.pdf', 'report.json', 'a (2).pdf', 'none', 'none'];
  assert.deepEqual(
    names.map((name) => distinctName(name, taken)),
    ['a.pdf', 'A (2).pdf', 'a (3).pdf', 'sub/a.pdf', 'report (2).json', 'a (2) (2).pdf', 'none', 'none (2)'],
  );
});
