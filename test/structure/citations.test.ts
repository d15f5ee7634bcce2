/** Tests that comments and tests cite only rules that exist in docs/contract.md. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { filesBelow, root } from './files.ts';

const contract = readFileSync(path.join(root, 'docs/contract.md'), 'utf8');

/** The numbers that can be cited: rules (`5.3`) and whole parts (`5`). */
const known = new Set([
  ...[...contract.matchAll(/^- \*\*(\d+\.\d+)\*\*/gm)].map(([, rule]) => rule),
  ...[...contract.matchAll(/^## (\d+)\./gm)].map(([, part]) => part),
]);

const sources = ['packages', 'test']
  .flatMap((dir) => filesBelow(dir).map((file) => `${dir}/${file}`))
  .filter((file) => /\.(ts|py|pl)$/.test(file))
  .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }));

/** The citations in all files. `contract §6.2, §6.3` cites two rules. */
const citations = sources.flatMap(({ file, text }) =>
  [...text.matchAll(/[Cc]ontract (§[\d.]+\d|§\d+)((?:, §[\d.]*\d)*)/g)].flatMap(([, first = '', more = '']) =>
    `${first}${more}`.split(', ').map((cited) => ({ file, rule: cited.slice(1) })),
  ),
);

test('the rules of docs/contract.md have unique numbers in ascending order', () => {
  const rules = [...contract.matchAll(/^- \*\*(\d+)\.(\d+)\*\*/gm)].map(([, part, rule]) => [
    Number(part),
    Number(rule),
  ]);
  const places = rules.map(([part = 0, rule = 0]) => part * 1000 + rule);
  assert.deepEqual(
    places,
    [...new Set(places)].sort((a, b) => a - b),
  );
});

test('comments and tests cite only existing rules of docs/contract.md', () => {
  assert.ok(citations.length > 50, `only ${citations.length} citations found`);
  assert.deepEqual(
    citations.filter(({ rule }) => !known.has(rule)).map(({ file, rule }) => `${file}: §${rule}`),
    [],
  );
});

test('comments and tests cite no document outside the repository', () => {
  const astray = sources.filter(
    ({ file, text }) =>
      !file.endsWith('citations.test.ts') && /contract parts? \d|\(decisions[,)]/i.test(text),
  );
  assert.deepEqual(
    astray.map(({ file }) => file),
    [],
  );
});
