/** Verifies that a combined PDF has the tags of all files. pikepdf and Poppler read the results. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { run } from '../../samples/run.ts';
import { makeTaggedPages, makeUntaggedPage, readTags } from '../../support/files/tagged-pages.ts';
import { ask, busy, openTestApp } from '../../support/server/test-app.ts';

const dir = await mkdtemp(path.join(tmpdir(), 'protean-combined-tags-'));
const app = await openTestApp('sqlite');
after(async () => {
  await app.close();
  await rm(dir, { recursive: true });
});

const english = await makeTaggedPages(path.join(dir, 'english.pdf'));
const german = await makeTaggedPages(path.join(dir, 'german.pdf'), {
  ...{ words: 'seite-%d', role: 'H2', space: 2, language: 'de' },
});
const untagged = await makeUntaggedPage(path.join(dir, 'untagged.pdf'));

/** Combines the files in their order, and returns the path of the result. */
async function combined(...files: readonly string[]): Promise<string> {
  const contents = await Promise.all(files.map((file) => readFile(file)));
  const fields: [string, string | File][] = [
    ...contents.map((content, n): [string, File] => ['file', new File([content], `${n}.pdf`)]),
    ...Object.entries({ target: 'pdf', combine: 'true' }),
  ];
  const { status, body, error } = await ask(app, '/v1/convert', await app.customer('hobby', busy), {
    fields,
  });
  assert.equal(status, 200, error.message);
  const result = path.join(dir, `combined-${files.map((file) => path.basename(file)).join('-')}`);
  await writeFile(result, body);
  return result;
}

const numbers = [1, 2, 3, 4, 5, 6];

test('a combined PDF has the tags of both files, even if both files use the same ids, roles and classes', async () => {
  const result = await combined(english, german);
  const { strange, texts, alternatives, ids, roles, classes } = await readTags(result);
  assert.deepEqual(strange, []);
  for (const n of numbers) {
    assert.ok(texts.includes(`H1 en 1 heading page-${n}`), `page ${n} of the first file`);
    assert.ok(texts.includes(`H2 de 2 heading seite-${n}`), `page ${n} of the second file`);
  }
  assert.ok(texts.includes('P de spanning seite-4'));
  assert.equal(alternatives.length, 12);
  for (const names of [ids, roles, classes]) assert.equal(new Set(names).size, 12, names.join(' '));
  const { stdout, stderr } = await run('/usr/bin/pdfinfo', ['-struct-text', result]);
  const bodies = [...stdout.toString().matchAll(/"body ([\w-]+)/g)].map(([, word]) => word);
  assert.deepEqual(bodies, [...numbers.map((n) => `page-${n}`), ...numbers.map((n) => `seite-${n}`)]);
  assert.equal(stderr, '');
});

test('a combined PDF has the tags of its tagged files, and none for the pages of an untagged file', async () => {
  const between = await readTags(await combined(english, untagged, german));
  assert.deepEqual(between.strange, []);
  assert.ok(between.texts.includes('untagged bare'));
  assert.ok(between.texts.includes('H2 de 2 heading seite-1'));
  const first = await readTags(await combined(untagged, german));
  assert.deepEqual(first.strange, []);
  assert.deepEqual(first.texts.slice(0, 2), ['untagged bare', 'H2 de 2 heading seite-1']);
});
