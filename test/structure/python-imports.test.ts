/**
 * Tests that the Python modules of the engines have no import cycles. An import inside a function also counts as an
 * import.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findCycle } from './cycles.ts';
import { pythonImportsOf, pythonModules } from './python-modules.ts';

const imports = new Map(pythonModules.map((file) => [file, pythonImportsOf(file)]));

test('Python modules of the engines have no import cycles', () => {
  assert.deepEqual(findCycle(imports), []);
});

test('the parser of Python imports finds more than 200 imports in the engines', () => {
  const named = [...imports.values()].flat().length;
  assert.ok(named > 200, `only ${named} imports found`);
});
