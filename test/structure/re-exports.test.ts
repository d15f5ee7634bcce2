/** Tests that no file consists only of re-exports. Imports should refer to the file that contains the definition. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import ts from 'typescript';
import { filesBelow, root } from './files.ts';

/** Entry points of packages, which users import. An entry point may consist only of re-exports. */
const entryPoints = ['packages/client/src/index.ts'];

const files = ['packages', 'test', 'script'].flatMap((folder) =>
  filesBelow(folder)
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => path.join(folder, file)),
);

/** Returns whether the text of a file consists only of imports and re-exports. */
function onlyReExports(text: string): boolean {
  // Parses only files that re-export something, because parsing all files takes seconds.
  if (!/^export (type )?[{*]/m.test(text)) return false;
  const { statements } = ts.createSourceFile('', text, ts.ScriptTarget.Latest);
  return (
    statements.some(ts.isExportDeclaration) &&
    statements.every((one) => ts.isExportDeclaration(one) || ts.isImportDeclaration(one))
  );
}

test('no file consists only of re-exports, except package entry points', () => {
  const found = files.filter((file) => onlyReExports(readFileSync(path.join(root, file), 'utf8')));
  assert.deepEqual(found, entryPoints);
});

test('onlyReExports recognizes files that consist only of re-exports', () => {
  assert.equal(onlyReExports(`import { a } from './a.ts';\nexport { a };\nexport * from './b.ts';`), true);
  assert.equal(onlyReExports(`export * from './b.ts';\nexport const c = 1;`), false);
  assert.equal(onlyReExports(`import './b.ts';`), false);
});
