/**
 * Tests that references to files are valid: imports between the Python files of the tests, and
 * `new URL(…, import.meta.url)` in TypeScript.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { filesBelow, root } from './files.ts';

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const below = (folder: string, ending: RegExp) =>
  filesBelow(folder)
    .filter((file) => ending.test(file))
    .map((file) => path.join(folder, file));

/** Returns the modules that a Python file imports by a name without dots. */
function bareImports(file: string): string[] {
  return [...read(file).matchAll(/^\s*(?:from (\w+) import|import (\w+))/gm)].map(
    ([, from, whole]) => from ?? whole ?? '',
  );
}

test('Python test files import each other only within the same folder', () => {
  const files = below('test', /\.py$/);
  const names = new Set(files.map((file) => path.basename(file, '.py')));
  const imported = files.flatMap((file) => bareImports(file).map((name) => ({ file, name })));
  const own = imported.filter(({ name }) => names.has(name));
  assert.ok(own.length > 3, `only ${own.length} imports found`);
  const missing = own.filter(
    ({ file, name }) => !existsSync(path.join(root, path.dirname(file), `${name}.py`)),
  );
  assert.deepEqual(missing, []);
});

test('`new URL(…, import.meta.url)` in the code refers only to existing files', () => {
  const named = ['packages', 'test', 'script'].flatMap((folder) =>
    below(folder, /\.tsx?$/).flatMap((file) =>
      [...read(file).matchAll(/new URL\(\s*'(\.[^']+)',\s*import\.meta\.url/g)].map(([, to = '']) => ({
        file,
        to,
      })),
    ),
  );
  assert.ok(named.length > 50, `only ${named.length} references found`);
  const missing = named.filter(({ file, to }) => !existsSync(path.join(root, path.dirname(file), to)));
  assert.deepEqual(missing, []);
});
