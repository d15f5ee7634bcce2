/** Text made from Word documents has the same content as their pages: numbers, symbols, fields and accepted changes. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { revisions, wordTraits, writeWordTrait, type WordTrait } from '../../samples/traits/word.ts';
import { memberText, textOfPages } from '../../support/results/measure.ts';
import { ask, busy, openTestApp, type Customer, type TestApp } from '../../support/server/test-app.ts';

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

async function bytesOf(
  content: Buffer,
  source: string,
  target: string,
  options: Readonly<Record<string, string>> = {},
): Promise<{ body: Buffer; warnings: string }> {
  const answer = await ask(app, '/v1/convert', customer, {
    fields: [
      ['file', new File([new Uint8Array(content)], `document.${source}`)],
      ['target', target],
      ...Object.entries(options),
    ],
  });
  assert.equal(answer.status, 200, answer.body.toString());
  return { body: answer.body, warnings: answer.headers.get('x-conversion-warnings') ?? '' };
}

async function documentOf(trait: WordTrait): Promise<Buffer> {
  const file = path.join(dir, 'document.docx');
  await writeWordTrait(file, trait);
  return readFile(file);
}

async function converted(
  trait: WordTrait,
  target: string,
  options: Readonly<Record<string, string>> = {},
): Promise<{ text: string; warnings: string }> {
  const { body, warnings } = await bytesOf(await documentOf(trait), 'docx', target, options);
  return { text: words(body.toString()), warnings };
}

const traitNamed = (name: string): WordTrait => {
  const found = wordTraits.find((one) => one.name === name);
  assert.ok(found, name);
  return found;
};

/** Returns the words without the syntax of Markdown and HTML, with single spaces. */
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

describe('the md result shows the visible content of docx pages', () => {
  for (const trait of wordTraits)
    test(`the md result shows the visible content of a docx page with this feature: ${trait.name}`, async () => {
      const { text, warnings } = await converted(trait, 'md');
      assertShown(text, trait.shows, trait.hides);
      assert.equal(warnings, (trait.warns ?? []).join(','));
    });
});

for (const target of ['txt', 'rst', 'org', 'tex'])
  test(`keeps heading and list numbers when docx is converted to ${target}`, async () => {
    for (const trait of wordTraits.filter(({ name }) => /numbered headings|bullets between/.test(name))) {
      const { text } = await converted(trait, target);
      assertShown(text, target === 'tex' ? trait.shows.map((one) => one.replace('1. ', '')) : trait.shows);
    }
  });

test('html shows all numbers of a multilevel docx list, as text if necessary', async () => {
  const { text } = await converted(traitNamed('list of several levels'), 'html');
  assertShown(text, ['first', '1.1 inner', '(a) letter', '(i) roman', '(b) other letter', '2.1 restarted']);
});

test('on request, a conversion from docx to md omits or marks tracked changes', async () => {
  for (const trait of revisions) {
    const { text } = await converted(trait, 'md', { tracked_changes: 'original' });
    assertShown(text, trait.original, trait.removed);
  }
  const [changed] = revisions;
  assert.ok(changed);
  assertShown((await converted(changed, 'md', { tracked_changes: 'all' })).text, ['Price ~~100~~90 EUR']);
});

test('converts docx comments to footnotes on request', async () => {
  const { text, warnings } = await converted(traitNamed('comment'), 'md', { comments: 'true' });
  assertShown(text, ['Commented[^1] text.', '[^1]: Ann: REMARK of Ann']);
  assert.equal(warnings, '');
});

async function printed(pdf: Buffer): Promise<string> {
  const file = path.join(dir, 'printed.pdf');
  await writeFile(file, pdf);
  return words(await textOfPages(file));
}

test('pdf shows both versions of docx tracked changes, or only the requested version', async () => {
  for (const trait of revisions) {
    const document = await documentOf(trait);
    const both = await bytesOf(document, 'docx', 'pdf');
    assertShown(await printed(both.body), [...(trait.hides ?? [])]);
    if (trait.name === 'tracked words') assert.equal(both.warnings, 'tracked_changes');
    const final = await bytesOf(document, 'docx', 'pdf', { tracked_changes: 'final' });
    assertShown(await printed(final.body), trait.shows, trait.hides);
    assert.equal(final.warnings, '');
    const original = await bytesOf(document, 'docx', 'pdf', { tracked_changes: 'original' });
    assertShown(await printed(original.body), trait.original, trait.removed);
  }
});

test('warns about omitted comments when docx is converted to pdf or odg', async () => {
  const document = await documentOf(traitNamed('comment'));
  for (const target of ['pdf', 'odg'])
    assert.equal((await bytesOf(document, 'docx', target)).warnings, 'comments_left_out');
});

test('an epub from docx shows numbers, symbols and form fields, but no hidden text', async () => {
  for (const name of ['numbered headings', 'symbols', 'forms', 'hidden text by run', 'tracked words']) {
    const trait = traitNamed(name);
    const { body, warnings } = await bytesOf(await documentOf(trait), 'docx', 'epub');
    const file = path.join(dir, 'book.epub');
    await writeFile(file, body);
    const text = words(await memberText(file, '*html'));
    assertShown(text, trait.shows, trait.hides);
    assert.equal(warnings, (trait.warns ?? []).join(','));
  }
});

for (const source of ['doc', 'rtf'])
  test(`md and txt show the same numbers, symbols and changes for ${source} as for docx`, async () => {
    for (const name of [
      'hidden text by run',
      'headings numbered by their style',
      'symbols',
      'tracked words',
    ]) {
      const trait = traitNamed(name);
      const { body } = await bytesOf(await documentOf(trait), 'docx', source);
      for (const target of ['md', 'txt']) {
        const result = await bytesOf(body, source, target);
        assertShown(words(result.body.toString()), trait.shows, trait.hides);
        assert.equal(result.warnings, (trait.warns ?? []).join(','));
      }
    }
  });

for (const source of ['docm', 'dotx'])
  test(`omits hidden text of ${source} in md and warns`, async () => {
    const trait = traitNamed('hidden text by run');
    const { body, warnings } = await bytesOf(await documentOf(trait), 'docx', source);
    assert.equal(warnings, '');
    const result = await bytesOf(body, source, 'md');
    assertShown(words(result.body.toString()), trait.shows, trait.hides);
    assert.equal(result.warnings, 'hidden_text');
  });

test('hidden text from docx stays hidden in odt', async () => {
  const { body } = await bytesOf(await documentOf(traitNamed('hidden text by run')), 'docx', 'odt');
  const file = path.join(dir, 'hidden.odt');
  await writeFile(file, body);
  const content = await memberText(file, 'content.xml');
  const [, style] = /text:style-name="(\w+)">SECRET/.exec(content) ?? [];
  assert.match(content, new RegExp(`style:name="${style}"[^]*?text:display="none"`));
});
