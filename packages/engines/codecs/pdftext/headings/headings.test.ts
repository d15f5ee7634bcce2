import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawnPage, prose, type DrawnText } from '../../../../../test/support/pdf-pages.ts';
import type { Page, Shape } from '../page-data.ts';
import { readPage, structureOf } from '../structure.ts';
import { textOfBlocks } from '../text.ts';

const blocksOf = (...pages: Page[]) =>
  structureOf(
    pages.map((page) => readPage(page)),
    [],
  ).blocks;
const headingsOf = (...pages: Page[]) =>
  blocksOf(...pages).flatMap((block) =>
    block.kind === 'heading' ? [[block.level, block.spans.map(({ text }) => text).join('')]] : [],
  );

test('derives the level of a heading from its section number', () => {
  const section = (y: number, text: string): DrawnText[] => [
    { x: 50, y, text, size: 14 },
    ...prose(50, y + 30, 3),
  ];
  const page = drawnPage(1, [
    ...section(150, '1 Harbours'),
    ...section(260, '1.1 Berths'),
    ...section(370, '1.1.1 Guests'),
    ...section(480, '2 Lights'),
  ]);
  assert.deepEqual(headingsOf(page), [
    [1, '1 Harbours'],
    [2, '1.1 Berths'],
    [3, '1.1.1 Guests'],
    [1, '2 Lights'],
  ]);
});

test('font sizes on the title page do not affect heading levels', () => {
  const title = [30, 26, 22, 18].map((size, n) => ({ x: 50, y: 150 + 60 * n, text: `Title ${size}`, size }));
  const pages = [2, 3, 4, 5].map((number) =>
    drawnPage(number, [{ x: 50, y: 150, text: 'Harbour', size: 14 }, ...prose(50, 190, 20)]),
  );
  assert.deepEqual(headingsOf(drawnPage(1, title), ...pages).at(-1), [2, 'Harbour']);
});

test('does not treat large symbols or the limits of a formula as headings', () => {
  const formula: DrawnText[] = [
    { x: 200, y: 250, text: 'n=1', size: 14, math: true },
    { x: 200, y: 290, text: '12', size: 14 },
    { x: 200, y: 330, text: 'XY', size: 14, math: true },
  ];
  assert.deepEqual(headingsOf(drawnPage(1, [...prose(50, 150, 6), ...formula, ...prose(50, 400, 6)])), []);
});

test('does not treat several consecutive large lines as headings', () => {
  const lines = ['Take', 'CREATE permission', 'ON table', 'AS name', 'WHERE rule'];
  const code = lines.map((text, n) => ({ x: 60, y: 260 + 30 * n, text, size: 12 }));
  assert.deepEqual(headingsOf(drawnPage(1, [...prose(50, 150, 6), ...code, ...prose(50, 460, 6)])), []);
});

test('separates words at each space in the text layer of a PDF, even if the space is narrow', () => {
  const text = textOfBlocks(
    blocksOf(drawnPage(1, [{ x: 50, y: 200, text: 'a tight title of words', space: 0.1 }])),
  );
  assert.equal(text, 'a tight title of words\n');
});

test('treats a symbol font character at the start of a line as a bullet', () => {
  const items = ['\uf0fc Anchor', '\ufffd Chain'].map((text, n) => ({ x: 50, y: 260 + 14 * n, text }));
  const kinds = blocksOf(drawnPage(1, [...prose(50, 200, 3), ...items])).map(({ kind }) => kind);
  assert.deepEqual(kinds, ['paragraph', 'item', 'item']);
});

test('separates the header and footer from the text of a document with a single page', () => {
  const page = drawnPage(1, [
    { x: 50, y: 40, text: 'Harbour Notices', size: 8 },
    ...prose(50, 100, 20),
    { x: 50, y: 770, text: 'Revision 2' },
    { x: 480, y: 770, text: 'June 2019' },
  ]);
  const blocks = blocksOf(page);
  assert.deepEqual(
    blocks.map(({ kind }) => kind),
    ['page_head', 'paragraph', 'page_foot'],
  );
  assert.doesNotMatch(textOfBlocks(blocks), /Notices|Revision/);
});

test('does not remove the first rows of a table at the top of a page', () => {
  const rows = ['Garden', 'Signal', 'Letter'].flatMap((name, n) =>
    [name, `${n}63.29`, `${n}2`].map((text, column) => ({ x: 60 + 150 * column, y: 60 + 24 * n, text })),
  );
  const text = textOfBlocks(blocksOf(drawnPage(1, [...rows, ...prose(50, 150, 20)])));
  assert.match(text, /Garden\t063\.29\t02\nSignal/);
});

test('keeps the first heading and the last line of a document with a single page', () => {
  const page = drawnPage(1, [
    { x: 50, y: 60, text: '3 Harbour lights', size: 14 },
    ...prose(50, 100, 20),
    { x: 50, y: 352, text: 'the last line of the text has 40' },
  ]);
  assert.deepEqual(headingsOf(page), [[1, '3 Harbour lights']]);
  assert.match(textOfBlocks(blocksOf(page)), /the last line/);
});

test('does not treat a paragraph in a large font as headings', () => {
  const large = prose(50, 100, 6, 'Experts from many harbours').map((line, n) => ({
    ...line,
    ...{ y: 100 + 13 * n, size: 11 },
  }));
  assert.deepEqual(headingsOf(drawnPage(1, [...large, ...prose(50, 250, 30)])), []);
});

test('joins a heading with a second line that starts with a lower-case letter', () => {
  const heading = ['Separation of duties', 'in small harbours'].map((text, n) => ({
    ...{ x: 50, y: 100 + 15 * n, text },
    size: 12,
  }));
  assert.deepEqual(headingsOf(drawnPage(1, [...heading, ...prose(50, 150, 20)])), [
    [1, 'Separation of duties in small harbours'],
  ]);
});

test('keeps a line of text near the top of the page even if the line ends with a number', () => {
  const code = ['begin', '', 'when boat and berth = 1', '', 'then land'].flatMap((text, n) =>
    text ? [{ x: 50, y: 64 + 12 * n, text }] : [],
  );
  assert.match(textOfBlocks(blocksOf(drawnPage(1, [...code, ...prose(50, 160, 20)]))), /berth = 1/);
});

test('does not treat the labels in a captioned drawing as headings', () => {
  const labels = ['Boat', 'Berth', 'Light', 'Tower'].map((text, n) => ({
    ...{ x: 90 + 60 * n, y: 300 + 12 * n, text },
    size: 14,
  }));
  const shapes = Array.from({ length: 10 }, (_, n): Shape => ({
    kind: 'curve',
    box: [80 + 20 * n, 290, 110 + 20 * n, 350],
    width: 1,
  }));
  const caption = { x: 80, y: 370, text: 'Figure 2 Boats at their berths' };
  const page = (...more: DrawnText[]) =>
    drawnPage(1, [...prose(50, 200, 6), ...labels, ...more, ...prose(50, 450, 6)], shapes);
  assert.deepEqual(headingsOf(page(caption)), []);
});

/** Returns a bold line with text below it. */
const boldSection = (y: number, lines: readonly string[]): DrawnText[] => [
  ...lines.map((text, n) => ({ x: 50, y: y + 12 * n, text, bold: true })),
  ...prose(50, y + 12 * lines.length + 4, 3),
];

test('recognizes bold headings with a number or with two lines', () => {
  const page = drawnPage(1, [
    ...boldSection(150, ['1. Berths and lights']),
    ...boldSection(260, ['Rules for guests that stay', 'longer than one night']),
    ...boldSection(370, ['2. May guests stay longer than one night?']),
  ]);
  assert.deepEqual(
    headingsOf(page).map(([, text]) => text),
    ['1. Berths and lights', 'Rules for guests that stay longer than one night'],
  );
});

test('does not treat captions and addresses as headings', () => {
  const page = drawnPage(1, [
    ...boldSection(150, ['Figure 3 Berths of the harbour']),
    ...boldSection(260, ['Table 2-1 Prices of berths']),
    { x: 50, y: 370, text: 'www.example.com/harbour', size: 14 },
    ...prose(50, 400, 3),
  ]);
  assert.deepEqual(headingsOf(page), []);
});

test('does not treat three large lines without text between them as headings below a title', () => {
  const lines = ['Berths for guests', 'Lights at night', 'Water and power'];
  const cover = lines.map((text, n) => ({ x: 60, y: 260 + 40 * n, text, size: 12 }));
  const title = { x: 50, y: 120, text: 'Harbours', size: 20 };
  assert.deepEqual(headingsOf(drawnPage(1, [title, ...prose(50, 150, 6), ...cover, ...prose(50, 460, 6)])), [
    [1, 'Harbours'],
  ]);
});

test('joins two lines of a title with similar sizes, and ignores a label above the title', () => {
  const title = [
    { x: 50, y: 120, text: 'Front cover', size: 14 },
    { x: 50, y: 170, text: 'Harbours and lights', size: 33 },
    { x: 50, y: 208, text: 'of the coast', size: 30 },
  ];
  const pages = [2, 3, 4, 5].map((number) =>
    drawnPage(number, [{ x: 50, y: 150, text: 'Harbour', size: 14 }, ...prose(50, 190, 20)]),
  );
  assert.deepEqual(headingsOf(drawnPage(1, [...title, ...prose(50, 300, 3)]), ...pages)[0], [
    1,
    'Harbours and lights of the coast',
  ]);
});
