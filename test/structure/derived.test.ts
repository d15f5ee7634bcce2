/** What follows from the code is up to date: a change of what is offered is a diff that a reviewer reads. */
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
 * The most bytes of all lists together, and of the description of the interface and its examples, which are no lists. Pages of
 * prose in which a table is derived do not count: what grows there is written by hand.
 */
const maxBytes = { lists: 750_000, description: 310_000 };
const prose = /docs\/(api|operations|cli)\.md$/;

for (const { file, text } of files) {
  test(`${path.relative(root, fileURLToPath(file))} is up to date`, () => {
    const kept = readFileSync(file, 'utf8');
    assertSameLines(kept.split('\n'), text.split('\n'), 'run script/docs and read the diff');
    assert.equal(kept, text, 'run script/docs and read the diff');
  });
}

test('the derived files stay small enough to be read', () => {
  const bytes = { lists: 0, description: 0 };
  for (const { file } of files.filter((one) => !prose.test(one.file.pathname))) {
    bytes[/(openapi\.yaml|examples\.md)$/.test(file.pathname) ? 'description' : 'lists'] +=
      statSync(file).size;
  }
  assert.ok(bytes.lists < maxBytes.lists && bytes.description < maxBytes.description, JSON.stringify(bytes));
});
