/** Tests that no file only re-exports from other files, so that imports refer to the file with the definition. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import ts from 'typescript';
import { filesBelow, root } from './files.ts';

/** The files that users of a package import. */
const entryPoints = ['packages/client/src/index.ts'];

const files = ['packages', 'test', 'script'].flatMap((folder) =>
  filesBelow(folder)
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => path.join(folder, file)),
);

/** Returns whether the text consists of imports and re-exports only. */
function onlyReExports(text: string): boolean {
  // Parses only files that re-export something, because parsing all files takes seconds.
  if (!/^export (type )?[{*]/m.test(text)) return false;
  const { statements } = ts.createSourceFile('', text, ts.ScriptTarget.Latest);
  return (
    statements.some(ts.isExportDeclaration) &&
    statements.every((one) => ts.isExportDeclaration(one) || ts.isImportDeclaration(one))
  );
}

test('re-exports only in entry points of packages', () => {
  const found = files.filter((file) => onlyReExports(readFileSync(path.join(root, file), 'utf8')));
  assert.deepEqual(found, entryPoints);
});

test('accepts re-exports in files with other statements', () => {
  assert.equal(onlyReExports(`import { a } from './a.ts';\nexport { a };\nexport * from './b.ts';`), true);
  assert.equal(onlyReExports(`export * from './b.ts';\nexport const c = 1;`), false);
  assert.equal(onlyReExports(`import './b.ts';`), false);
});
