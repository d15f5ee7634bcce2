import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyDocument, type Block } from '../model.ts';
import { doclingOf } from './document.ts';

const written = (blocks: Block[], more: Partial<ReturnType<typeof emptyDocument>> = {}) =>
  doclingOf({ ...emptyDocument(), ...more, blocks });

const page = { number: 1, width: 595, height: 842, unit: 'pt' as const, kind: 'text' as const };

test('writes the position of a text relative to the top left corner of the page', () => {
  const { texts, pages, body } = written(
    [{ kind: 'paragraph', text: 'Tide', page: 1, box: [10, 20, 30, 40] }],
    { pages: [page] },
  );
  assert.deepEqual(pages, { 1: { size: { width: 595, height: 842 }, page_no: 1 } });
  assert.deepEqual(texts[0]?.['prov'], [
    { page_no: 1, bbox: { l: 10, t: 20, r: 30, b: 40, coord_origin: 'TOPLEFT' }, charspan: [0, 4] },
  ]);
  assert.deepEqual(body.children, [{ $ref: '#/texts/0' }]);
  assert.deepEqual(texts[0]?.parent, { $ref: '#/body' });
});

test('writes the only level 1 heading as the title', () => {
  const { texts } = written([
    { kind: 'heading', level: 1, text: 'Harbours' },
    { kind: 'heading', level: 2, text: 'Tides' },
  ]);
  assert.deepEqual(
    texts.map(({ label, level }) => [label, level]),
    [
      ['title', undefined],
      ['section_header', 1],
    ],
  );
});

test('writes a nested list as a group within a list item', () => {
  const { texts, groups } = written([
    { kind: 'item', depth: 0, marker: '1.', text: 'Moor' },
    { kind: 'item', depth: 1, marker: '•', text: 'with two lines' },
    { kind: 'paragraph', inside: 1, text: 'of rope' },
    { kind: 'item', depth: 0, marker: '2.', text: 'Pay' },
  ]);
  assert.deepEqual(
    groups.map(({ label, parent, children }) => [label, parent?.$ref, children.map(({ $ref }) => $ref)]),
    [
      ['list', '#/body', ['#/texts/0', '#/texts/3']],
      ['list', '#/texts/0', ['#/texts/1']],
    ],
  );
  assert.deepEqual(
    texts.map(({ text, enumerated, parent }) => [text, enumerated, parent?.$ref]),
    [
      ['Moor', true, '#/groups/0'],
      ['with two lines', false, '#/groups/1'],
      ['of rope', undefined, '#/texts/1'],
      ['Pay', true, '#/groups/0'],
    ],
  );
});

test('writes a paragraph with formatted parts as a group of text items', () => {
  const { texts, groups } = written([
    {
      kind: 'paragraph',
      text: 'A quiet x^2',
      runs: [
        { text: 'A ' },
        { text: 'quiet', bold: true, link: 'https://a.example/' },
        { text: 'x^2', math: true },
      ],
    },
  ]);
  assert.equal(groups[0]?.label, 'inline');
  assert.deepEqual(
    texts.map(({ label, text, hyperlink }) => [label, text, hyperlink]),
    [
      ['text', 'A', undefined],
      ['text', 'quiet', 'https://a.example/'],
      ['formula', 'x^2', undefined],
    ],
  );
  assert.equal((texts[1]?.['formatting'] as { bold: boolean }).bold, true);
});

test('marks header cells and cells that span several columns of a table', () => {
  const cell = (row: number, column: number, text: string, more = {}) => ({ row, column, text, ...more });
  const { tables, texts } = written([
    {
      kind: 'table',
      rows: 2,
      columns: 2,
      caption: 'Water',
      text: '',
      cells: [
        cell(0, 0, 'Both', { columns: 2, header: true }),
        cell(1, 0, 'Mon', { header: true }),
        cell(1, 1, '6.1'),
      ],
    },
  ]);
  const data = tables[0]?.['data'] as { table_cells: Record<string, unknown>[] };
  assert.deepEqual(
    data.table_cells.map((one) => [one['end_col_offset_idx'], one['column_header'], one['row_header']]),
    [
      [2, true, false],
      [1, false, true],
      [2, false, false],
    ],
  );
  assert.deepEqual(tables[0]?.['captions'], [{ $ref: '#/texts/0' }]);
  assert.equal(texts[0]?.label, 'caption');
});

test('groups the blocks of each slide and separates the speaker notes', () => {
  const { groups, texts } = written(
    [
      { kind: 'paragraph', text: 'Boats', page: 1 },
      { kind: 'note', text: 'Slowly', page: 1 },
    ],
    { pages: [{ number: 1, kind: 'slide' }] },
  );
  assert.deepEqual([groups[0]?.label, groups[0]?.['name']], ['slide', 'slide-1']);
  assert.deepEqual(
    texts.map(({ content_layer: layer, parent }) => [layer, parent?.$ref]),
    [
      ['body', '#/groups/0'],
      ['notes', '#/groups/0'],
    ],
  );
});

test('writes form fields as pairs of names and values', () => {
  const { form_items: forms } = written([
    { kind: 'field', name: 'Boat', type: 'text', value: 'Gull', text: 'Gull', page: 1, box: [0, 0, 9, 9] },
    { kind: 'field', name: 'Moored', type: 'checkbox', value: 'Yes', text: 'Yes' },
  ]);
  assert.equal(forms.length, 1);
  const graph = forms[0]?.['graph'] as { cells: { label: string; text: string }[]; links: object[] };
  assert.deepEqual(
    graph.cells.map(({ label, text }) => [label, text]),
    [
      ['key', 'Boat'],
      ['value', 'Gull'],
      ['key', 'Moored'],
      ['checkbox', 'Yes'],
    ],
  );
  assert.deepEqual(graph.links[1], { label: 'to_value', source_cell_id: 2, target_cell_id: 3 });
});

test('omits the data of pictures whose type docling refuses', () => {
  const png = Buffer.alloc(24);
  png.writeUInt32BE(200, 16);
  png.writeUInt32BE(100, 20);
  const { pictures } = written(
    [
      { kind: 'figure', picture: 'a', alternative: 'A boat', text: '' },
      { kind: 'figure', picture: 'b', text: '' },
    ],
    {
      pictures: [
        { id: 'a', media_type: 'image/png', width: 100, data: png.toString('base64') },
        { id: 'b', media_type: 'image/x-emf', data: 'AAAA' },
      ],
    },
  );
  const [first, second] = pictures;
  const image = first?.['image'] as { dpi: number; size: object; uri: string };
  assert.deepEqual([image.dpi, image.size], [144, { width: 200, height: 100 }]);
  assert.match(image.uri, /^data:image\/png;base64,/);
  assert.deepEqual(first?.['meta'], { description: { text: 'A boat' } });
  assert.equal(second?.['image'], undefined);
});
