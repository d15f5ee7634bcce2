import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Routes } from './routes.ts';

const routes = new Routes({
  formats: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'],
  // The targets b and i, and the targets b and c.
  targets: { a: 'AgE=', d: 'Bg==' },
  combines: [],
  languages: [],
});

test('decodes the targets of a source from bits', () => {
  assert.deepEqual([...routes.targetsOf('a')], ['b', 'i']);
  assert.deepEqual([...routes.targetsOf('unknown')], []);
  assert.equal(routes.isSource('a'), true);
  assert.equal(routes.isSource('b'), false);
});

test('returns the targets that all sources share', () => {
  assert.deepEqual(routes.commonTargets(['a', 'd', 'a']), ['b']);
  assert.deepEqual(routes.commonTargets([]), []);
});
