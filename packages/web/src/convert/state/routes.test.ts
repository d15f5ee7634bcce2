import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Routes } from './routes.ts';

const routes = new Routes({
  formats: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'],
  // `a` has the targets b and i, `d` has the targets b and c.
  targets: { a: 'AgE=', d: 'Bg==' },
  combines: [],
  languages: [],
});

test('decodes the bit set of a source format into its target formats', () => {
  assert.deepEqual([...routes.targetsOf('a')], ['b', 'i']);
  assert.deepEqual([...routes.targetsOf('unknown')], []);
  assert.equal(routes.isSource('a'), true);
  assert.equal(routes.isSource('b'), false);
});

test('returns the target formats that all source formats have in common', () => {
  assert.deepEqual(routes.commonTargets(['a', 'd', 'a']), ['b']);
  assert.deepEqual(routes.commonTargets([]), []);
});
