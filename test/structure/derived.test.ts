/**
 * Tests that the files that script/docs derives from the code are up to date. In the diff of these files, a reviewer
 * sees each changed route, option or endpoint.
 */
import { readFileSync, statSync } from 'node:fs';
import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { derivedFiles } from '../docs/derived.ts';
import { assertSameLines } from './compare-lines.ts';

const files = await derivedFiles();
const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Maximum sizes in bytes: `lists` for all derived lists together, and `description` for the OpenAPI document and its
 * examples together. Pages of prose are not measured, because only one table in each page is derived.
 */
const maxBytes = { lists: 850_000, description: 360_000 };
const prose = /docs\/(api|operations|cli)\.md$/;

for (const { file, text } of files) {
  test(`${path.relative(root, fileURLToPath(file))} is identical to the output of script/docs`, () => {
    const kept = readFileSync(file, 'utf8');
    assertSameLines(kept.split('\n'), text.split('\n'), 'run script/docs and read the diff');
    assert.equal(kept, text, 'run script/docs and read the diff');
  });
}

test('the files that script/docs writes do not exceed their maximum size', () => {
  const bytes = { lists: 0, description: 0 };
  for (const { file } of files.filter((one) => !prose.test(one.file.pathname))) {
    bytes[/(openapi\.yaml|examples\.md)$/.test(file.pathname) ? 'description' : 'lists'] +=
      statSync(file).size;
  }
  assert.ok(bytes.lists < maxBytes.lists && bytes.description < maxBytes.description, JSON.stringify(bytes));
});
