/** The sample of `doc.json`, Protean's JSON format for documents: the letter as blocks. */
import { writeFile } from 'node:fs/promises';
import type { SampleMakers } from '../samples.ts';
import { letter } from './letter.ts';

const paragraph = (text: string) => ({ kind: 'paragraph', text });

const blocks = [
  { kind: 'heading', level: 1, text: letter.title },
  ...letter.sections.flatMap(({ heading, paragraphs }) => [
    { kind: 'heading', level: 2, text: heading },
    ...paragraphs.map(paragraph),
  ]),
  ...letter.list.map((text) => ({ kind: 'item', depth: 0, marker: '•', text })),
  {
    kind: 'table',
    rows: letter.table.length,
    columns: 2,
    cells: letter.table.flatMap((row, y) =>
      row.map((text, column) => ({ row: y, column, ...(y === 0 ? { header: true } : {}), text })),
    ),
    text: letter.table.flat().join('\n'),
  },
  {
    ...paragraph(`See ${letter.link.text}.`),
    runs: [{ text: 'See ' }, { text: letter.link.text, link: letter.link.href }, { text: '.' }],
  },
];

const document = {
  schema: 'protean-document',
  version: '1.0',
  metadata: { title: letter.title, language: 'en' },
  pages: [],
  blocks,
  pictures: [],
};

export const structured: SampleMakers = {
  'doc.json': (file) => writeFile(file, JSON.stringify(document)),
};
