import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  excerpt,
  found,
  pageNumbers,
  passagesOfMarkdown,
  passagesOfTables,
  type Passage,
} from './passages.ts';

const passage = (text: string, page: number, tokens = 10): Passage => ({
  pages: [page],
  headings: ['Harbour'],
  text,
  tokens,
});

test('returns passages up to the token limit and the position of the next passage', () => {
  const passages = [passage('one', 1, 40), passage('two', 1, 40), passage('three', 2, 40)];
  const first = excerpt(passages, 0, 100);
  assert.deepEqual(first, { text: '[page 1 > Harbour]\none\n\n[page 1 > Harbour]\ntwo', next: 2 });
  assert.deepEqual(excerpt(passages, 2, 100), { text: '[page 2 > Harbour]\nthree' });
});

test('truncates a passage that is longer than the token limit', () => {
  const { text, next } = excerpt([passage('x'.repeat(900), 1, 300), passage('end', 2)], 0, 100);
  assert.match(text, /x{200,300}\n\[cut: 3\d\d tokens\]$/);
  assert.equal(next, 1);
});

test('lists passages with rare search terms first', () => {
  const passages = [
    passage('The boats leave.', 1),
    passage('The crane is closed.', 2),
    passage('Boats and a CRANE.', 3),
  ];
  assert.deepEqual(
    found([...passages, passage('The boats wait.', 4)], 'crane boats').map(({ pages }) => pages[0]),
    [3, 2, 1, 4],
  );
  assert.deepEqual(found(passages, 'nothing'), []);
});

test('splits Markdown and tables into passages', () => {
  assert.deepEqual(pageNumbers('1-3,7'), [1, 2, 3, 7]);
  assert.deepEqual(
    passagesOfMarkdown('# A\n\nb\nc\n\n\n').map(({ text }) => text),
    ['# A', 'b\nc'],
  );
  const cells = [
    { row: 0, column: 0, text: 'a, "b"' },
    { row: 1, column: 1, text: '2' },
  ];
  const blocks = [{ kind: 'paragraph' }, { kind: 'table', page: 5, rows: 2, columns: 2, cells }];
  const [table] = passagesOfTables(JSON.stringify({ blocks }));
  assert.deepEqual([table?.text, table?.pages], ['"a, ""b""",\n,2', [5]]);
});
