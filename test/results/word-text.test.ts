/** Word documents become texts that show what their pages show: numbers, symbols, fields and the accepted changes. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { revisions, wordTraits, writeWordTrait, type WordTrait } from '../samples/traits/word.ts';
import { ask, busy, openTestApp, type Customer, type TestApp } from '../support/test-app.ts';

let app: TestApp;
let customer: Customer;
let dir: string;

before(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'protean-word-'));
  app = await openTestApp('sqlite');
  customer = await app.customer('hobby', busy);
});

after(async () => {
  await app.close();
  await rm(dir, { recursive: true, force: true });
});

async function converted(
  trait: WordTrait,
  target: string,
  options: Readonly<Record<string, string>> = {},
): Promise<{ text: string; warnings: string }> {
  const file = path.join(dir, 'document.docx');
  await writeWordTrait(file, trait);
  const answer = await ask(app, '/v1/convert', customer, {
    fields: [
      ['file', new File([await readFile(file)], 'document.docx')],
      ['target', target],
      ...Object.entries(options),
    ],
  });
  assert.equal(answer.status, 200, answer.body.toString());
  return { text: words(answer.body.toString()), warnings: answer.headers.get('x-conversion-warnings') ?? '' };
}

/** The words of a text without the marks of Markdown and HTML, with single spaces. */
const words = (text: string) =>
  text
    .replace(/<style>.*?<\/style>|<head>.*?<\/head>/gs, ' ')
    .replace(/<sup>.*?<\/sup>/gs, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\\(?=[^\w\s])|[*#|]/g, '')
    .replace(/^\s*- +/gm, '')
    .replace(/\s+/g, ' ')
    .replace(/ (?=[.,])/g, '');

function assertShown(text: string, shows: readonly string[], hides: readonly string[] = []): void {
  let at = 0;
  for (const part of shows) {
    const found = text.indexOf(part, at);
    assert.ok(found >= 0, `${part} in ${text}`);
    at = found + part.length;
  }
  for (const part of hides) assert.ok(!text.includes(part), `no ${part} in ${text}`);
}

describe('docx to md shows what the page shows', () => {
  for (const trait of wordTraits)
    test(trait.name, async () => {
      const { text, warnings } = await converted(trait, 'md');
      assertShown(text, trait.shows, trait.hides);
      assert.equal(warnings, (trait.warns ?? []).join(','));
    });
});

for (const target of ['txt', 'rst', 'org', 'tex'])
  test(`docx to ${target} shows the numbers of headings and lists`, async () => {
    for (const trait of wordTraits.filter(({ name }) => /numbered headings|bullets between/.test(name))) {
      const { text } = await converted(trait, target);
      assertShown(text, target === 'tex' ? trait.shows.map((one) => one.replace('1. ', '')) : trait.shows);
    }
  });

test('html keeps lists whose numbers it can show, and writes other numbers as text', async () => {
  const trait = wordTraits.find(({ name }) => name === 'list of several levels');
  assert.ok(trait);
  const { text } = await converted(trait, 'html');
  assertShown(text, ['first', '1.1 inner', '(a) letter', '(i) roman', '(b) other letter', '2.1 restarted']);
});

test('tracked changes are rejected or marked on request', async () => {
  for (const trait of revisions) {
    const { text } = await converted(trait, 'md', { tracked_changes: 'original' });
    assertShown(text, trait.original, trait.removed);
  }
  const [changed] = revisions;
  assert.ok(changed);
  assertShown((await converted(changed, 'md', { tracked_changes: 'all' })).text, ['Price ~~100~~90 EUR']);
});

test('comments become footnotes on request', async () => {
  const trait = wordTraits.find(({ name }) => name === 'comment');
  assert.ok(trait);
  const { text, warnings } = await converted(trait, 'md', { comments: 'true' });
  assertShown(text, ['Commented[^1] text.', '[^1]: Ann: REMARK of Ann']);
  assert.equal(warnings, '');
});
