/** Presentations that LibreOffice converts to pptx first become text with the titles of their slides as headings. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { letter } from '../../samples/documents/letter.ts';
import { Workbench, type OptionValues } from '../../support/results/workbench.ts';

const lab = await Workbench.open();

interface Structured {
  pages: { number: number; kind?: string }[];
  blocks: { kind: string; text: string; page?: number }[];
}

test('large text at the top of a Keynote slide becomes a heading of doc.json', async () => {
  const text = await readFile(await lab.converted('key', 'doc.json', {}), 'utf8');
  const { pages, blocks } = JSON.parse(text) as Structured;
  assert.deepEqual(
    pages,
    [1, 2, 3, 4].map((number) => ({ number, kind: 'slide' })),
  );
  assert.deepEqual(
    blocks.filter(({ kind }) => kind === 'heading').map((block) => [block.page, block.text]),
    [letter.title, ...letter.sections.map(({ heading }) => heading)].map((title, n) => [n + 1, title]),
  );
  const last = blocks.filter(({ page }) => page === 4).map((block) => block.text);
  for (const item of letter.list)
    assert.ok(
      last.some((found) => found.includes(item)),
      item,
    );
});

test('with must_keep=structure, refuses to convert Keynote to pptx, which loses titles and lists', async () => {
  const file = await lab.samples.get('key');
  const asked: OptionValues & { must_keep: string } = { must_keep: 'structure' };
  const { status, error } = await lab.send(file, 'key', 'pptx', asked);
  assert.deepEqual([status, error.details?.['lost']], [422, ['structure']]);
});

test('the chunks of an OpenOffice.org 1 presentation have the slide titles as headings', async () => {
  const text = await readFile(await lab.converted('sxi', 'chunks.ndjson', {}), 'utf8');
  assert.match(text, /"headings":\["The Quiet Harbour"/);
  for (const { heading, paragraphs } of letter.sections) {
    assert.match(text, new RegExp(`## ${heading}`));
    for (const paragraph of paragraphs) assert.ok(text.includes(paragraph), paragraph);
  }
});
