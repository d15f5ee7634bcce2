/** Tests that Python modules have no import cycles, including imports inside functions. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findCycle } from './cycles.ts';
import { pythonImportsOf, pythonModules } from './python-modules.ts';

const imports = new Map(pythonModules.map((file) => [file, pythonImportsOf(file)]));

test('has no import cycles between Python modules', () => {
  assert.deepEqual(findCycle(imports), []);
});

test('finds more than 200 imports', () => {
  const named = [...imports.values()].flat().length;
  assert.ok(named > 200, `only ${named} imports found`);
});
