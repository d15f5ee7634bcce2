/**
 * Lists Word documents with tables. In most of these documents, the table's rows do not match its column grid, as in
 * files from some programs other than Word.
 */
import { line, paragraph, run } from './word-package.ts';
import type { WordTrait } from './word.ts';

const cell = (content: string, properties = '') =>
  `<w:tc>${properties && `<w:tcPr>${properties}</w:tcPr>`}${content}</w:tc>`;

const row = (...cells: string[]) => `<w:tr>${cells.join('')}</w:tr>`;

const texts = (...words: string[]) => row(...words.map((word) => cell(line(word))));

/**
 * Returns a table and a paragraph after it. `grid` contains the XML attributes of each column. If `grid` is undefined,
 * the table has no column grid.
 */
const table = (grid: readonly string[] | undefined, ...rows: string[]) =>
  `<w:tbl><w:tblPr/>${grid ? `<w:tblGrid>${grid.map((width) => `<w:gridCol${width}/>`).join('')}</w:tblGrid>` : ''}${rows.join('')}</w:tbl>${line('After.')}`;

const wide = ' w:w="2000"';
const covered = (count: number) =>
  Array<string>(count).fill(cell(paragraph(''), '<w:tcW w:w="0" w:type="dxa"/><w:vMerge w:val="continue"/>'));
const reference = '<w:r><w:footnoteReference w:id="2"/></w:r>';

const grids: readonly (readonly [kind: string, body: string])[] = [
  ['no grid', table(undefined, texts('one', 'two'), texts('three', 'four'))],
  ['an empty grid', table([], texts('one', 'two'), texts('three', 'four'))],
  ['a grid of one column', table([wide], texts('one', 'two'), texts('three', 'four'))],
  ['columns without a width', table(['', ''], texts('one', 'two'), texts('three', 'four'))],
  ['columns of width 0', table([' w:w="0"', ' w:w="0"'], texts('one', 'two'), texts('three', 'four'))],
  [
    'cells that a merged cell covers',
    table(
      [wide, wide, wide],
      row(cell(line('one'), '<w:gridSpan w:val="3"/>'), ...covered(5)),
      row(cell(line('two'), '<w:gridSpan w:val="2"/>'), ...covered(5), cell(line('three four'))),
    ),
  ],
  [
    'skipped columns at the start of a row',
    table(
      [wide, wide],
      texts('one', 'two'),
      `<w:tr><w:trPr><w:gridBefore w:val="1"/></w:trPr>${cell(line('three four'))}</w:tr>`,
    ),
  ],
];

export const wordTables: readonly WordTrait[] = [
  ...grids.map(([kind, body]) => ({
    name: `table with ${kind}`,
    parts: { body },
    shows: ['one', 'two', 'three', 'four', 'After.'],
  })),
  {
    name: 'table with a header cell that contains only a footnote',
    parts: {
      body: table([wide, wide], row(cell(paragraph(reference)), cell(line('one'))), texts('', 'two')),
      footnotes: `<w:footnote w:id="2">${paragraph(`<w:r><w:footnoteRef/></w:r>${run(' below')}`)}</w:footnote>`,
    },
    shows: ['one', 'two', 'After.', 'below'],
  },
];
