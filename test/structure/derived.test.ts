/**
 * Tests that the files that script/docs derives from the code are up to date. The diff of these files shows a reviewer
 * each changed route, option or endpoint.
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
 * Maximum size of all derived lists together, and of the OpenAPI document together with its examples, in bytes. Pages
 * of prose do not count, because only one table in each of them is derived.
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
