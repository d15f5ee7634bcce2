import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freeName } from './zip.ts';

test('inserts a number before the extension of a duplicate file name', () => {
  const taken = new Set<string>();
  const names = ['a.pdf', 'a.pdf', 'd.x/a', 'd.x/a', '.env', '.env'].map((name) => freeName(name, taken));
  assert.deepEqual(names, ['a.pdf', 'a (2).pdf', 'd.x/a', 'd.x/a (2)', '.env', '.env (2)']);
});
