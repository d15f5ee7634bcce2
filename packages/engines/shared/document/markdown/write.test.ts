/** Tests the Markdown of documents. The expected texts are the output of pandoc 2.17 with the filter `markdown.lua`. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Block, Cell, Run } from '../model.ts';
import { textMembers } from '../runs.ts';
import { markdownOf, markdownOfParts } from './write.ts';

const paragraph = (...runs: readonly Run[]): Block => ({ kind: 'paragraph', ...textMembers(runs) });
const words = (text: string): Block => paragraph({ text });
const item = (depth: number, marker: string, text: string, page?: number): Block => ({
  ...{ kind: 'item', depth, marker, text },
  ...(page === undefined ? {} : { page }),
});
const note = (id: string, text: string): Block => ({ kind: 'footnote', id, text });
const written = (...blocks: readonly Block[]) => markdownOf(blocks, { pictureUrl: () => undefined });

function table(rows: readonly (readonly (string | Partial<Cell>)[])[], columns: number): Block {
  const cells = rows.flatMap((row, y) =>
    row.map((cell, x): Cell => ({
      row: y,
      column: x,
      text: '',
      ...(typeof cell === 'string' ? { text: cell } : cell),
    })),
  );
  return { kind: 'table', rows: rows.length, columns, cells, text: '' };
}

test('escapes only the characters that Markdown would read as markup', () => {
  assert.equal(
    written(words('a*b [x] <y> a|b ~ $5 ` \\ a_b _c_ a#b # 3 ^ & "q"')),
    'a\\*b \\[x\\] \\<y\\> a\\|b \\~ \\$5 \\` \\\\ a_b \\_c\\_ a#b \\# 3 ^ & "q"\n',
  );
  const starts = ['1. a', '(a) b', 'iv. b', 'A. b', '- b', '+ b', '1.5 b', '2020. b', '12345678901. b'];
  assert.equal(
    written(...starts.map(words)),
    [
      '1\\. a',
      '\\(a\\) b',
      'iv\\. b',
      'A. b',
      '\\- b',
      '\\+ b',
      '1.5 b',
      '2020\\. b',
      '12345678901. b\n',
    ].join('\n\n'),
  );
});

test('writes formatting, links, code and formulas as Markdown', () => {
  assert.equal(
    written(
      paragraph(
        ...[
          { text: 'a ' },
          { text: ' bold ', bold: true as const },
          { text: 'both', bold: true as const, italic: true as const },
        ],
        ...[
          { text: ' x' },
          { text: '2', shift: 'sup' as const },
          { text: ' ' },
          { text: 'c`d', code: true as const },
        ],
      ),
      paragraph(
        { text: 'https://e.com/a', link: 'https://e.com/a' },
        { text: ' ' },
        { text: 'b', link: 'https://e.com/a b' },
      ),
      paragraph(
        { text: 'x', math: true },
        { text: '5 ' },
        { text: 'y', math: true },
        { text: 'z', math: true },
      ),
    ),
    [
      'a **bold *both*** x<sup>2</sup> `` c`d ``',
      '<https://e.com/a> [b](https://e.com/a%20b)',
      '$x$<!-- -->5 $y$ $z$\n',
    ].join('\n\n'),
  );
});

test('nests lists, keeps list numbers, and separates adjacent lists', () => {
  assert.equal(
    written(item(0, '•', 'a'), item(1, '•', 'b'), item(0, '•', 'c'), item(0, '9.', 'd'), item(0, '10.', 'e')),
    '- a\n  - b\n- c\n\n9.  d\n10. e\n',
  );
  assert.equal(written(item(0, '2.', 'a'), item(0, '1.', 'b')), '2.  a\n\n<!-- -->\n\n1.  b\n');
});

test('marks the start of each page, even within a list that continues on the next page', () => {
  const blocks = [{ ...words('a'), page: 1 }, item(0, '•', 'b', 1), item(0, '•', 'c', 3)];
  assert.equal(
    markdownOf(blocks, { pictureUrl: () => undefined, pageMarks: true }),
    '<!-- page 1 -->\n\na\n\n- b\n  <!-- page 2 -->\n\n  <!-- page 3 -->\n- c\n',
  );
});

test('merges header rows, repeats merged cells and drops empty columns', () => {
  const head = [
    { text: 'Water', columns: 2, header: true as const },
    { text: '', column: 2, header: true as const },
  ];
  const second = ['High', 'Low', ''].map((text) => ({ text, header: true as const }));
  assert.equal(
    written(table([head, second, ['1\n2', 'a|b', '']], 3)),
    '| Water / High | Water / Low |\n|--------------|-------------|\n| 1<br>2       | a\\|b        |\n',
  );
});

test('writes a table with a single filled cell as a paragraph', () => {
  assert.equal(written(table([['', 'a']], 2)), 'a\n');
});

test('numbers footnotes in the order of their references', () => {
  const blocks = [
    paragraph(
      { text: 'a' },
      { text: '2', note: 'n2', shift: 'sup' },
      { text: ' b' },
      { text: '1', note: 'n1' },
    ),
    ...[note('n1', 'One.'), note('n2', 'Two.'), note('n3', 'Three.')],
  ];
  assert.equal(written(...blocks), 'a[^1] b[^2]\n\nThree.\n\n[^1]: Two.\n\n[^2]: One.\n');
  assert.deepEqual(
    markdownOfParts([blocks.slice(0, 1), blocks.slice(1), [words('c')]], { pictureUrl: () => undefined }),
    ['a[^1] b[^2]\n\n[^1]: Two.\n\n[^2]: One.', '', 'c\n\nThree.'],
  );
});

test('writes headings, formulas and code as Markdown, and omits page headers', () => {
  const blocks: Block[] = [
    { kind: 'header', text: 'Head' },
    { kind: 'heading', level: 4, ...textMembers([{ text: 'Title', bold: true }]) },
    { kind: 'formula', tex: 'a^2', text: 'a2' },
    { kind: 'code', text: 'a\n  ```\n' },
    { kind: 'figure', text: '', picture: 'p' },
  ];
  assert.equal(
    markdownOf(blocks, { pictureUrl: (id) => `${id}.png`, maxHeading: 3 }),
    '### Title\n\n$$a^2$$\n\n````\na\n  ```\n````\n\n![](p.png)\n',
  );
  assert.equal(written({ kind: 'footer', text: '1' }), '');
});
