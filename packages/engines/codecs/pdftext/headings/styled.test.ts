import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawnPage, lineFrom, prose, type DrawnText } from '../../../../../test/support/pdf-pages.ts';
import type { Page } from '../page-data.ts';
import { readPage, structureOf } from '../structure.ts';

const headingsOf = (...pages: Page[]) =>
  structureOf(
    pages.map((page) => readPage(page)),
    [],
  ).blocks.flatMap((block) =>
    block.kind === 'heading' ? [[block.level, block.spans.map(({ text }) => text).join('')]] : [],
  );
const titlesOf = (...pages: Page[]) => headingsOf(...pages).map(([, title]) => title);

const names = ['Harbours and berths', 'Lights at night', 'Water and power'];

/** Returns a page with three lines in the text size, each with text below it. */
const pageWith = (look: (name: string) => Partial<DrawnText>, texts: readonly string[] = names) =>
  drawnPage(1, [
    ...prose(50, 100, 4),
    ...texts.flatMap((text, n): DrawnText[] => [
      { x: 50, y: 190 + 110 * n, text, ...look(text) },
      ...prose(50, 214 + 110 * n, 4),
    ]),
  ]);

test('recognizes headings in the text size that are in capitals, in italics, in colour or in another font', () => {
  const looks: Partial<DrawnText>[] = [{ italic: true }, { ink: '1 3 6' }, { font: 7 }];
  for (const look of looks) assert.deepEqual(titlesOf(pageWith(() => look)), names, JSON.stringify(look));
  const capitals = names.map((name) => name.toUpperCase());
  assert.deepEqual(titlesOf(pageWith(() => ({}), capitals)), capitals);
});

test('recognizes underlined and centred headings in the text size', () => {
  const { glyphs, ...page } = pageWith(() => ({}));
  const lines = names.map((name, n) => lineFrom(50, 192 + 110 * n, 50 + 5 * name.length, 192 + 110 * n));
  assert.deepEqual(titlesOf({ ...page, glyphs, shapes: lines }), names);
  const middle = 50 + (5 * 'some plain words of running text here'.length) / 2;
  assert.deepEqual(titlesOf(pageWith((name) => ({ x: middle - 2.5 * name.length }))), names);
});

test('keeps the number of a heading in the text size', () => {
  const numbered = names.map((name, n) => `${['I', 'II', 'III'][n] ?? ''}. ${name.toUpperCase()}`);
  assert.deepEqual(titlesOf(pageWith(() => ({}), numbered)), numbered);
});

test('does not treat authors below headings, or a single line in italics, as headings', () => {
  const articles = names.flatMap((text, n): DrawnText[] => [
    { x: 50, y: 100 + 120 * n, text, size: 14 },
    { x: 50, y: 124 + 120 * n, text: `By Author ${'ABC'[n] ?? ''}nna`, italic: true },
    ...prose(50, 148 + 120 * n, 4),
  ]);
  assert.deepEqual(titlesOf(drawnPage(1, articles)), names);
  assert.deepEqual(titlesOf(pageWith((name) => ({ italic: name === names[1] }))), []);
});

test('derives the levels of headings in the text size from their styles', () => {
  const page = drawnPage(1, [
    ...[...names, ...names].flatMap((name, n): DrawnText[] => [
      {
        x: 50,
        y: 100 + 100 * n,
        text: n % 3 === 0 ? name.toUpperCase() : name,
        bold: true,
        italic: n % 3 === 2,
      },
      ...prose(50, 118 + 100 * n, 4),
    ]),
  ]);
  assert.deepEqual(
    headingsOf(page).map(([level]) => level),
    [1, 2, 3, 1, 2, 3],
  );
});

test('recognizes a bold heading above another bold heading, above a table and above columns', () => {
  const bold = (y: number, text: string): DrawnText => ({ x: 50, y, text, bold: true });
  const cells = ['Berth', 'Light', 'Water', 'Power'].flatMap((name, n) =>
    [name, `${n}1.20`, `${n}2`].map((text, column) => ({ x: 60 + 150 * column, y: 260 + 14 * n, text })),
  );
  const headings = ['Harbours', 'Berths for guests', 'Prices of the year', 'Rules of the harbour'];
  const [first = '', second = '', third = '', last = ''] = headings;
  const page = drawnPage(1, [
    ...[bold(100, first), bold(130, second), ...prose(50, 150, 4), bold(235, third), ...cells],
    ...[bold(360, last), ...prose(50, 390, 9), ...prose(310, 390, 9)],
  ]);
  assert.deepEqual(titlesOf(page), headings);
});

test('does not treat a header cell above several columns of a table as a heading', () => {
  const cells = ['Berth', 'Light', 'Water', 'Power'].flatMap((name, n) =>
    [name, `${n}1.20`, `${n}2`].map((text, column) => ({ x: 60 + 150 * column, y: 260 + 14 * n, text })),
  );
  const header = { x: 220, y: 251, text: 'Prices', bold: true };
  assert.deepEqual(
    titlesOf(drawnPage(1, [...prose(50, 100, 9), header, ...cells, ...prose(50, 400, 9)])),
    [],
  );
});

test('does not treat labels of lines to fill in as headings', () => {
  const fields = names.flatMap((text, n): DrawnText[] => [
    { x: 50, y: 200 + 60 * n, text, bold: true },
    { x: 50, y: 225 + 60 * n, text: '.'.repeat(60) },
  ]);
  assert.deepEqual(titlesOf(drawnPage(1, [...prose(50, 100, 5), ...fields, ...prose(50, 400, 5)])), []);
});

test('does not treat sentences as headings in a document with much small text', () => {
  const small = Array.from({ length: 40 }, (_, n) => prose(50, 200 + 12 * n, 1)).flat();
  const sentence = { x: 50, y: 100, text: 'this page lists the tasks of a server in one table.', size: 11 };
  assert.deepEqual(titlesOf(drawnPage(1, [sentence, ...small])), []);
});

test('joins the letters of letter-spaced words', () => {
  assert.deepEqual(titlesOf(pageWith(() => ({ bold: true, spacing: 0.2 }))), names);
});

test('joins the lines of a heading with a wide line spacing', () => {
  const title = ['Text of a search in the whole', 'harbour office'].map((text, n) => ({
    ...{ x: 50, y: 100 + 30 * n, text },
    size: 13,
  }));
  assert.deepEqual(titlesOf(drawnPage(1, [...title, ...prose(50, 170, 20)])), [
    'Text of a search in the whole harbour office',
  ]);
});

test('a font size of headings on a single page does not become the level of titles', () => {
  const pages = [1, 2, 3, 4].map((number) =>
    drawnPage(number, [
      { x: 50, y: 150, text: 'Harbour', size: 18 },
      ...prose(50, 190, 9),
      ...(number === 4 ? [{ x: 50, y: 320, text: 'Lights', size: 13 }] : []),
      ...prose(50, 340, 9),
    ]),
  );
  assert.deepEqual(headingsOf(...pages).slice(-2), [
    [1, 'Harbour'],
    [2, 'Lights'],
  ]);
});
