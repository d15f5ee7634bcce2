import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  drawnPage,
  glyphsOf,
  lineFrom,
  prose,
  type DrawnText,
} from '../../../../../test/support/pdf-pages.ts';
import { regionsOf, type Element } from '../columns.ts';
import type { Page, Shape } from '../page-data.ts';
import { readPage, structureOf } from '../structure.ts';
import { tablesOf, textOfBlocks } from '../text.ts';

const blocksOf = (page: Page) => structureOf([readPage(page)], []).blocks;
const tablesOn = (page: Page) => tablesOf(blocksOf(page));

const cellsAt = (xs: readonly number[], y: number, ...rows: readonly (readonly string[])[]): DrawnText[] =>
  rows.flatMap((row, n) => row.map((text, x) => ({ x: xs[x] ?? 0, y: y + 14 * n, text })));

test('detects a table without drawn lines even if the first column nearly touches the second column', () => {
  const rows = [
    ['city', 'people'],
    ['Rotterdam', '655'],
    ['Antwerpen', '545'],
  ];
  assert.deepEqual(tablesOn(drawnPage(1, [...prose(50, 200, 3), ...cellsAt([50, 100], 260, ...rows)])), [
    rows,
  ]);
});

test('reads the outer columns of a table without lines at its left and right edges', () => {
  const shapes = [
    ...[300, 320, 340].map((y) => lineFrom(50, y, 350, y)),
    ...[150, 250].map((x) => lineFrom(x, 300, x, 340)),
  ];
  const rows = [
    ['boat', 'berth', 'length'],
    ['Tern', '7', '11'],
  ];
  const cells = cellsAt([60, 160, 260], 314, ...rows).map((cell) => ({
    ...cell,
    y: cell.y < 320 ? 314 : 334,
  }));
  assert.deepEqual(tablesOn(drawnPage(1, cells, shapes)), [rows]);
});

test('keeps rows of numbers separate even if the table has drawn lines only between groups of rows', () => {
  const xs = [60, 180, 260, 340];
  const groups = ['North', 'South', 'East'].map((name, n) => ({
    title: { x: 60, y: 312 + 42 * n, text: name },
    rows: [
      [`${name} one`, '1.5', '2.5', '3.5'],
      [`${name} two`, '4.5', '5.5', '6.5'],
    ],
  }));
  const lines = groups.flatMap(({ title, rows }) => [title, ...cellsAt(xs, title.y + 14, ...rows)]);
  const shapes = [0, 1, 2, 3].map((n) => lineFrom(50, 301 + 42 * n, 400, 301 + 42 * n));
  const head = cellsAt(xs, 298, ['Place', 'First', 'Second', 'Third']);
  const [table] = tablesOn(drawnPage(1, [...head, ...lines], shapes));
  const rows = groups.flatMap((group) => group.rows);
  for (const row of rows)
    assert.ok(
      table?.some((own) => own.join() === row.join()),
      JSON.stringify(table),
    );
});

test('keeps the rows of a grid separate even if the grid has drawn lines only between columns', () => {
  const xs = [60, 160, 260];
  const rows = [
    ['Tern', '7', '11.5'],
    ['Gull', '8', '12.5'],
    ['Skua', '9', '13.5'],
  ];
  const shapes: Shape[] = [
    ...[300, 320, 370].map((y) => lineFrom(50, y, 350, y)),
    ...[50, 150, 250, 350].map((x) => lineFrom(x, 300, x, 370)),
  ];
  const head = cellsAt(xs, 314, ['Boat', 'Berth', 'Length']);
  assert.deepEqual(tablesOn(drawnPage(1, [...head, ...cellsAt(xs, 334, ...rows)], shapes)), [
    [['Boat', 'Berth', 'Length'], ...rows],
  ]);
});

test('reads a rotated column header', () => {
  const shapes = [
    ...[300, 360, 380].map((y) => lineFrom(50, y, 250, y)),
    ...[50, 150, 250].map((x) => lineFrom(x, 300, x, 380)),
  ];
  const page = drawnPage(
    1,
    [...cellsAt([60, 160], 374, ['Tern', '7']), { x: 60, y: 334, text: 'Boat' }],
    shapes,
  );
  // The coordinates refer to the page after a rotation by 90 degrees, which makes the header horizontal.
  page.turned = [
    {
      glyphs: glyphsOf({ x: 320, y: 200, text: 'Berth' }),
      restored: ([x0, y0, x1, y1]) => [y0, x0, y1, x1],
    },
  ];
  const rows = [
    ['Boat', 'Berth'],
    ['Tern', '7'],
  ];
  assert.deepEqual(tablesOn(page), [rows]);
});

test('keeps the entries of a table of contents separate', () => {
  const entry = (y: number, title: string, number: string) => ({
    x: 50,
    y,
    text: `${title} ${'. '.repeat(20)}${number}`,
  });
  const page = drawnPage(1, [
    entry(200, 'Preface', 'ix'),
    entry(212, '1 Anchors', '3'),
    entry(224, '1.1 Chains', '12'),
  ]);
  const [table = []] = tablesOn(page);
  assert.deepEqual(
    table.map(([title, number]) => [title?.replace(/[ .]+$/, ''), number]),
    [
      ['Preface', 'ix'],
      ['1 Anchors', '3'],
      ['1.1 Chains', '12'],
    ],
  );
});

test('does not read two adjacent blocks of text as a table if their lines do not align', () => {
  const left = ['Berths', 'for guests', 'at night', 'by hour', 'with power'].map((text, n) => ({
    x: 50,
    y: 200 + 15 * n,
    text,
  }));
  const right = prose(250, 197, 7, 'the harbour master tells guests where to land');
  const blocks = blocksOf(drawnPage(1, [...left, ...right]));
  assert.deepEqual(tablesOf(blocks), []);
  const text = blocks
    .map((block) => ('spans' in block ? block.spans.map((span) => span.text).join('') : ''))
    .join('\n');
  assert.ok(text.indexOf('with power') < text.indexOf('the harbour master'), text);
});

test('detects one table even if the cells of a row have different numbers of lines', () => {
  const element = (x: number, y: number, words: number): Element => ({
    box: [x, y - 8, x + 60, y + 2],
    words,
    y,
  });
  const rows = [200, 240, 280, 320, 360];
  const elements = rows.flatMap((y) => [element(60, y - 6, 2), element(60, y + 6, 1), element(200, y, 1)]);
  assert.equal(regionsOf(elements, false).length, 1);
});

/** Returns the shapes of filled boxes. */
const filled = (...boxes: readonly Shape['box'][]): Shape[] =>
  boxes.map((box) => ({ kind: 'box', box, width: 0 }));

test('reads filled boxes above a grid as its header row', () => {
  const shapes = [
    ...filled([50, 280, 150, 300], [150, 280, 250, 300]),
    ...[320, 340].map((y) => lineFrom(50, y, 250, y)),
    lineFrom(150, 300, 150, 340),
    lineFrom(50, 300, 50, 340),
    lineFrom(250, 300, 250, 340),
  ];
  const rows = [
    ['boat', 'berth'],
    ['Tern', '7'],
    ['Gull', '8'],
  ];
  const cells = rows.flatMap((row, n) => cellsAt([60, 160], 294 + 20 * n, row));
  assert.deepEqual(tablesOn(drawnPage(1, cells, shapes)), [rows]);
});

test('treats the row below a header cell that spans several columns as a second header row', () => {
  const shapes = [
    ...[300, 340, 360, 380].map((y) => lineFrom(50, y, 350, y)),
    ...[50, 150, 350].map((x) => lineFrom(x, 300, x, 380)),
    lineFrom(150, 320, 350, 320),
    lineFrom(250, 320, 250, 380),
  ];
  const cells = [
    { x: 60, y: 324, text: 'boat' },
    { x: 220, y: 314, text: 'Price' },
    ...cellsAt([160, 260], 334, ['summer', 'winter']),
    ...cellsAt([60, 160, 260], 354, ['Tern', '7', '9']),
    ...cellsAt([60, 160, 260], 374, ['Gull', '8', '6']),
  ];
  const [block] = blocksOf(drawnPage(1, cells, shapes));
  assert.deepEqual(block?.kind === 'table' && [block.table.headers, block.table.rows.length], [2, 4]);
});

test('does not treat a border around the page as a table', () => {
  const shapes = [
    ...[40, 120, 760].map((y) => lineFrom(40, y, 560, y)),
    ...[40, 560].map((x) => lineFrom(x, 40, x, 760)),
  ];
  const page = drawnPage(
    1,
    [{ x: 60, y: 90, text: 'Harbour notice', size: 20 }, ...prose(60, 160, 20)],
    shapes,
  );
  assert.deepEqual(
    blocksOf(page).map(({ kind }) => kind),
    ['heading', 'paragraph'],
  );
});

test('does not treat two text columns with different font sizes as a table', () => {
  const left = ['Plan the', 'season', 'Rent a', 'berth', 'Pay the', 'fees'].map((text, n) => ({
    ...{ x: 50, y: 200 + 12 * n, text },
    size: 12,
  }));
  const page = drawnPage(1, [
    ...left,
    ...prose(250, 200, 10, 'the harbour master tells guests where to land'),
  ]);
  assert.deepEqual(tablesOn(page), []);
});

test('reads narrow text columns one after the other', () => {
  const left = prose(50, 200, 12, 'ten small boats');
  const right = prose(250, 206, 12, 'nine large ships');
  const text = textOfBlocks(blocksOf(drawnPage(1, [...left, ...right])));
  assert.ok(text.lastIndexOf('boats') < text.indexOf('ships'), text);
});

test('does not treat lines of code as a table', () => {
  const code = ['select', 'from', 'where'].flatMap((word, n) =>
    [
      { x: 50, text: word },
      { x: 150, text: `boats_${n}` },
    ].map((part) => ({ ...part, y: 300 + 12 * n, mono: true })),
  );
  const page = drawnPage(1, [...prose(50, 100, 12), ...code]);
  assert.deepEqual(
    blocksOf(page).map(({ kind }) => kind),
    ['paragraph', 'code'],
  );
});

test('reads all rows between drawn lines of equal length as one table with a header', () => {
  const shapes = [296, 316, 420].map((y) => lineFrom(50, y, 400, y));
  const rows = [
    ['Tern', '7', '11.5'],
    ['Gull', '8', '12.5'],
  ];
  const cells = [
    ...cellsAt([60, 165, 265], 310, ['Boat', 'Berth', 'Length']),
    ...cellsAt([60, 205, 310], 332, ...rows),
    { x: 60, y: 372, text: 'Guests' },
    ...cellsAt([60, 205, 310], 398, ...rows),
  ];
  const blocks = blocksOf(drawnPage(1, [...prose(50, 200, 5), ...cells, ...prose(50, 440, 3)], shapes));
  assert.deepEqual(tablesOf(blocks), [[['Boat', 'Berth', 'Length'], ...rows, ['Guests', '', ''], ...rows]]);
  const [table] = blocks.flatMap((block) => (block.kind === 'table' ? [block.table] : []));
  assert.equal(table?.headers, 1);
});

test('does not read running text between two drawn lines as a table', () => {
  const shapes = [296, 340].map((y) => lineFrom(50, y, 400, y));
  assert.deepEqual(tablesOn(drawnPage(1, [...prose(50, 200, 5), ...prose(60, 310, 3)], shapes)), []);
});

test('does not read two justified lines with wide gaps as a table', () => {
  const lines = [0, 1].flatMap((n) => [
    { x: 50, y: 300 + 12 * n, text: 'harbour plan of' },
    { x: 150, y: 300 + 12 * n, text: 'the town for all its guests and all its boats' },
  ]);
  assert.deepEqual(tablesOn(drawnPage(1, [...prose(50, 200, 3), ...lines])), []);
});
