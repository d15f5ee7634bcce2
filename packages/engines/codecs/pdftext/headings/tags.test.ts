import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawnPage, prose, type DrawnText } from '../../../../../test/support/pdf-pages.ts';
import type { Page, TagPlace } from '../page-data.ts';
import { readPage, structureOf } from '../structure.ts';

const headingsOf = (...pages: Page[]) =>
  structureOf(
    pages.map((page) => readPage(page)),
    [],
  ).blocks.flatMap((block) =>
    block.kind === 'heading' ? [[block.level, block.spans.map(({ text }) => text).join('')]] : [],
  );

const tag = (number: number, level: number, x: number, y: number): TagPlace => ({ number, level, x, y });
const untagged = (y: number) => tag(0, 0, 50, y);

/** Returns a page with a plain line, a bold line and text, and the places of its tags. */
function pageWith(tags: TagPlace[], lines: readonly DrawnText[]): Page {
  const page = drawnPage(1, [...lines, ...prose(50, 400, 20)]);
  return { ...page, tags: [...tags, ...prose(50, 400, 20).map(({ y }) => untagged(y))] };
}

const plain = ['Harbours and berths', 'lights at night', 'Water'].map((text, n) => ({
  x: 50,
  y: 100 + 60 * n,
  text,
}));

test('tags determine the headings and their levels', () => {
  const bold = { x: 50, y: 300, text: 'Boats of guests', bold: true };
  const tags = plain.map(({ y }, n) => tag(n + 1, n + 1, 50, y));
  assert.deepEqual(headingsOf(pageWith([...tags, untagged(300)], [...plain, bold])), [
    [1, 'Harbours and berths'],
    [2, 'lights at night'],
    [3, 'Water'],
  ]);
});

test('joins all lines of a tagged heading, and no lines of another heading', () => {
  const lines = ['Harbours', 'and berths', 'Water'].map((text, n) => ({ x: 50, y: 100 + 12 * n, text }));
  const tags = [tag(1, 1, 50, 100), tag(1, 1, 50, 112), tag(2, 1, 50, 124)];
  assert.deepEqual(headingsOf(pageWith(tags, lines)), [
    [1, 'Harbours and berths'],
    [1, 'Water'],
  ]);
});

test('includes a section number outside the tag, and ignores a tag on the start of a paragraph', () => {
  const lines = ['2.1 Harbours', 'Note that the boats stay'].map((text, n) => ({
    x: 50,
    y: 100 + 80 * n,
    text,
  }));
  const tags = [untagged(100), tag(1, 2, 70, 100), tag(2, 3, 50, 180), tag(0, 0, 75, 180)];
  assert.deepEqual(headingsOf(pageWith(tags, lines)), [[2, '2.1 Harbours']]);
});

test('ignores tags that mark running text as headings', () => {
  const page = drawnPage(1, prose(50, 100, 30));
  const tags = prose(50, 100, 30).map(({ y }, n) => tag(n + 1, 1, 50, y));
  assert.deepEqual(headingsOf({ ...page, tags }), []);
});
