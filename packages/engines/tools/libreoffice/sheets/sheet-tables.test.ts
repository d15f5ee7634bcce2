/**
 * Tests that a sheet is split into its visible tables: blocks of cells, tables declared by the workbook, and titles as
 * text.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { python } from '../../../../../test/support/python.ts';

const program = `
import sys
from engines.tools.libreoffice.sheets import sheet_tables
sys.stdout.write(sheet_tables.split(sys.stdin.read()))
`;

/**
 * Returns the HTML for a cell in the notation of these tests. In the notation, the character `|` separates cells.
 * `*bold*` is bold, `=2 text` spans 2 columns, and `^0 text` is part of the first table that the workbook declares.
 */
const cell = (given: string) => {
  const [, mark, span, text = ''] = /^(?:\^(\d) )?(?:=(\d) )?(.*)$/.exec(given.trim()) ?? [];
  const attributes = [
    ...(span ? [`colspan=${span}`] : []),
    ...(mark ? [`bgcolor="#01FE0${mark}"`] : []),
  ].join(' ');
  return `<td ${attributes}>${text === '' ? '<br>' : text.replace(/^\*(.*)\*$/, '<b>$1</b>')}</td>`;
};
const sheet = (rows: string) =>
  `<table border="0">${rows
    .trim()
    .split('\n')
    .map(
      (row) =>
        `<tr>${row
          .trim()
          .replace(/^\||\|$/g, '')
          .split('|')
          .map(cell)
          .join('')}</tr>`,
    )
    .join('\n')}</table>`;

/**
 * Returns the tables and titles of the result as lines of text, with an empty line between them. A title is a line
 * without bars.
 */
const shown = (markup: string) =>
  Array.from(markup.matchAll(/<p>.*?<\/p>|<table>.*?<\/table>/gs), ([part]) =>
    part
      .replace(/<\/tr>/g, '|')
      .replace(/<td/g, '|<td')
      .replace(/<[^>]*>/g, '')
      .trim(),
  ).join('\n\n');

test('moves a single picture out of a table, but keeps a column of pictures in the table', () => {
  const picture = '<img src="a.png">';
  const row = (...cells: string[]) => `<tr>${cells.map((one) => `<td>${one}</td>`).join('')}</tr>`;
  const beside = `<table>${row('a', 'b', picture)}${row('1', '2', '')}</table>`;
  assert.match(python(program, beside), /^<table>(?:(?!img).)*<\/table>\n<p><img src="a.png"><\/p>$/s);
  const column = `<table>${row('a', 'Photo')}${row('1', picture)}${row('2', picture)}</table>`;
  assert.match(python(program, column), /^<table>.*img.*img.*<\/table>$/s);
});

const cases: readonly (readonly [string, string, string])[] = [
  [
    'separates tables with an empty row between them',
    `| a | b |
     | 1 | 2 |
     |   |   |
     | c | d |
     | 3 | 4 |`,
    '|a|b|\n|1|2|\n\n|c|d|\n|3|4|',
  ],
  [
    'separates two tables in the same rows, even if their heights differ',
    `| a | b |  | c | d |
     | 1 | 2 |  | 3 | 4 |
     | 5 | 6 |  |   |   |`,
    '|a|b|\n|1|2|\n|5|6|\n\n|c|d|\n|3|4|',
  ],
  [
    'separates four tables that form two rows of two tables',
    `| a | b |  | c | d |
     | 1 | 2 |  | 3 | 4 |
     |   |   |  |   |   |
     |   |   |  |   |   |
     | e | f |  | g | h |
     | 5 | 6 |  | 7 | 8 |`,
    '|a|b|\n|1|2|\n\n|c|d|\n|3|4|\n\n|e|f|\n|5|6|\n\n|g|h|\n|7|8|',
  ],
  [
    'writes titles directly above a table and a note after an empty row as text',
    `| Report |   |
     | of May |   |
     | a      | b |
     | 1      | 2 |
     |        |   |
     | a note |   |`,
    'Report\n\nof May\n\n|a|b|\n|1|2|\n\na note',
  ],
  [
    'writes a title that spans two tables as text',
    `| =5 Report |
     | a | b |  | c | d |
     | 1 | 2 |  | 3 | 4 |`,
    'Report\n\n|a|b|\n|1|2|\n\n|c|d|\n|3|4|',
  ],
  [
    'keeps an empty row within a table of numbers',
    `| a     | b  |
     | north | 1  |
     | south | 2  |
     |       |    |
     | east  | 3  |
     | west  | 4  |
     |       |    |
     | *sum* | *10* |`,
    '|a|b|\n|north|1|\n|south|2|\n|||\n|east|3|\n|west|4|\n|||\n|sum|10|',
  ],
  [
    'separates tables with the same columns if the second table has a header row',
    `| *year*  | *2020* |
     | north | 1    |
     |       |      |
     | *year*  | *2021* |
     | north | 2    |`,
    '|year|2020|\n|north|1|\n\n|year|2021|\n|north|2|',
  ],
  [
    'does not split a table at empty columns between single columns of numbers',
    `| a     |  | 2020 |  | 2021 |
     | north |  | 1    |  | 2    |
     | south |  | 3    |  | 4    |`,
    '|a||2020||2021|\n|north||1||2|\n|south||3||4|',
  ],
  [
    'does not split a table that the workbook declares, and separates adjacent text from it',
    `| ^0 a | ^0 b |
     | ^0 x | ^0 y |
     |      |      |
     | ^0 z | ^0 w |
     | note |      |`,
    '|a|b|\n|x|y|\n|||\n|z|w|\n\nnote',
  ],
  [
    'keeps merged cells and drops empty rows and columns around the table',
    `|  |   |      |   |
     |  | a | =2 b |
     |  | c | d    | e |`,
    '|a|b|\n|c|d|e|',
  ],
];

for (const [title, rows, expected] of cases)
  test(title, () => {
    assert.equal(shown(python(program, sheet(rows))), expected);
  });
