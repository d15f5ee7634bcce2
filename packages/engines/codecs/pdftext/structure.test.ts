import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageOf } from '../../shared/document/page.ts';
import { documentOf } from './document.ts';
import { drawnPage as page, lineFrom as line, prose } from '../../../../test/support/pdf-pages.ts';
import type { Page } from './page-data.ts';
import { readPage, structureOf } from './structure.ts';
import { csvOf, tablesOf, textOfBlocks } from './text.ts';

const structured = (...pages: Page[]) =>
  structureOf(
    pages.map((page) => readPage(page)),
    [],
  );
const blocksOf = (...pages: Page[]) => structured(...pages).blocks;
const bodyOf = (...pages: Page[]) => {
  const html = pageOf(documentOf(structured(...pages), ''), { pictureUrl: () => undefined, isFinal: true });
  return /<body>\n([\s\S]*)\n<\/body>/.exec(html)?.[1];
};

test('distinguishes headings in a larger font from the lines of a paragraph', () => {
  const body = bodyOf(page(1, [{ x: 50, y: 150, text: 'Title', size: 20 }, ...prose(50, 200, 3)]));
  const text = 'some plain words of running text here';
  assert.equal(body, `<h1>Title</h1>\n<p>${text} ${text} ${text}</p>`);
});

test('reads the text columns of a page one after the other', () => {
  const text = textOfBlocks(
    blocksOf(
      page(1, [
        ...prose(50, 200, 5, 'the left one of two columns has this'),
        ...prose(320, 200, 5, 'the right one of two columns has this'),
      ]),
    ),
  );
  assert.ok(text.lastIndexOf('left') < text.indexOf('right'), text);
});

test('detects a table in text that is aligned in columns', () => {
  const rows = [
    ['Boat', 'Berth', 'Length'],
    ['Marigold', '12', '7.5'],
    ['Tern', '7', '11'],
  ];
  const lines = rows.flatMap((row, y) => row.map((text, x) => ({ x: 50 + 120 * x, y: 300 + 14 * y, text })));
  const blocks = blocksOf(page(1, [...prose(50, 200, 3), ...lines]));
  assert.deepEqual(tablesOf(blocks), [rows]);
});

test('joins two cells of a grid if the line between them is missing', () => {
  const grid = [
    ...[300, 320, 340].map((y) => line(50, y, 250, y)),
    ...[50, 250].map((x) => line(x, 300, x, 340)),
    line(150, 320, 150, 340),
  ];
  const body = bodyOf(
    page(
      1,
      [
        { x: 60, y: 314, text: 'Both' },
        { x: 60, y: 334, text: 'One' },
        { x: 160, y: 334, text: 'Two' },
      ],
      grid,
    ),
  );
  assert.match(body ?? '', /<t[hd] colspan="2">Both<\/t[hd]>/);
  assert.match(body ?? '', /<td>One<\/td><td>Two<\/td>/);
});

test('nests list items according to their indentation', () => {
  const body = bodyOf(
    page(1, [
      ...prose(50, 200, 3),
      { x: 60, y: 260, text: '\u2022 Anchor' },
      { x: 80, y: 274, text: '\u2022 Chain' },
      { x: 60, y: 288, text: '\u2022 Lantern' },
    ]),
  );
  assert.match(
    body?.replace(/\n/g, '') ?? '',
    /<ul><li>Anchor<ul><li>Chain<\/li><\/ul><\/li><li>Lantern<\/li><\/ul>/,
  );
});

test('removes repeated page headers and page numbers from the text', () => {
  const pages = [1, 2, 3, 4].map((n) =>
    page(n, [{ x: 50, y: 40, text: 'Annals' }, ...prose(50, 200, 6), { x: 290, y: 780, text: String(n) }]),
  );
  const blocks = blocksOf(...pages);
  assert.doesNotMatch(textOfBlocks(blocks), /Annals|\d/);
  assert.deepEqual(
    blocks.slice(0, 4).map(({ kind, page: on }) => [kind, on]),
    [
      ['page_head', 1],
      ['paragraph', 1],
      ['page_number', 1],
      ['page_head', 2],
    ],
  );
});

test('keeps text that repeats on every page if the pages contain nothing else', () => {
  const pages = [1, 2, 3].map((n) => page(n, [{ x: 50, y: 40, text: 'Harbour closed' }]));
  assert.equal(textOfBlocks(blocksOf(...pages)), 'Harbour closed\n\nHarbour closed\n\nHarbour closed\n');
});

test('joins the parts of a paragraph that continues on the next page', () => {
  const first = page(1, prose(50, 700, 3));
  const second = page(2, prose(50, 100, 3, 'and goes on with more of the same text'));
  const [only, ...others] = blocksOf(first, second);
  assert.deepEqual(others, []);
  assert.deepEqual([only?.page, only?.continued?.map(({ page: on }) => on)], [1, [2]]);
});

test('quotes CSV fields that contain commas or quotes', () => {
  assert.equal(csvOf([[['a,b', 'say "x"']], [['c', '']]]), '"a,b","say ""x"""\n\nc,\n');
});

test('does not split a paragraph that is next to a picture', () => {
  const first = prose(50, 150, 4, 'One line of a short text that ends here.');
  const beside = page(1, [...first, ...prose(250, 250, 9)]);
  beside.pictures = [{ box: [50, 242, 200, 350], file: 'picture-1.png' }];
  assert.deepEqual(
    blocksOf(beside).map(({ kind }) => kind),
    ['paragraph', 'figure', 'paragraph'],
  );
});

test('reads text columns one after the other even if a picture is behind the columns', () => {
  const left = prose(50, 300, 8, 'the left one of two columns has this');
  const right = prose(320, 300, 8, 'the right one of two columns has this');
  const over = page(1, [...prose(50, 100, 3), ...left, ...right]);
  over.pictures = [{ box: [40, 330, 560, 420], file: 'picture-1.png' }];
  const text = textOfBlocks(blocksOf(over));
  assert.ok(text.lastIndexOf('left') < text.indexOf('right'), text);
});
