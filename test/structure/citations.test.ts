/** Tests that every citation of the contract in comments and tests refers to a rule in docs/contract.md. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { filesBelow, root } from './files.ts';

const contract = readFileSync(path.join(root, 'docs/contract.md'), 'utf8');

/** Numbers of rules (`5.3`) and of whole parts (`5`). */
const known = new Set([
  ...[...contract.matchAll(/^- \*\*(\d+\.\d+)\*\*/gm)].map(([, rule]) => rule),
  ...[...contract.matchAll(/^## (\d+)\./gm)].map(([, part]) => part),
]);

const sources = ['packages', 'test']
  .flatMap((dir) => filesBelow(dir).map((file) => `${dir}/${file}`))
  .filter((file) => /\.(ts|py|pl)$/.test(file))
  .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }));

/** `contract §6.2, §6.3` cites two rules. */
const citations = sources.flatMap(({ file, text }) =>
  [...text.matchAll(/[Cc]ontract (§[\d.]+\d|§\d+)((?:, §[\d.]*\d)*)/g)].flatMap(([, first = '', more = '']) =>
    `${first}${more}`.split(', ').map((cited) => ({ file, rule: cited.slice(1) })),
  ),
);

test('numbers every rule of the contract once, in order', () => {
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

test('cites only existing rules of the contract', () => {
  assert.ok(citations.length > 50, `only ${citations.length} citations found`);
  assert.deepEqual(
    citations.filter(({ rule }) => !known.has(rule)).map(({ file, rule }) => `${file}: §${rule}`),
    [],
  );
});

test('cites no document outside the repository', () => {
  const astray = sources.filter(
    ({ file, text }) =>
      !file.endsWith('citations.test.ts') && /contract parts? \d|\(decisions[,)]/i.test(text),
  );
  assert.deepEqual(
    astray.map(({ file }) => file),
    [],
  );
});
