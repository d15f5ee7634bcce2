/** Tests that the Python modules of the engines have no import cycles. Imports inside functions count too. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findCycle } from './cycles.ts';
import { pythonImportsOf, pythonModules } from './python-modules.ts';

const imports = new Map(pythonModules.map((file) => [file, pythonImportsOf(file)]));

test('Python modules have no import cycles', () => {
  assert.deepEqual(findCycle(imports), []);
});

test('more than 200 imports of Python modules are found', () => {
  const named = [...imports.values()].flat().length;
  assert.ok(named > 200, `only ${named} imports found`);
});
