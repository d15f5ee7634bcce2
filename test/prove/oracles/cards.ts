/** The oracle of calendars and address books: all that the entries say, typed in data and in words elsewhere. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Format } from '../../../packages/server/src/formats/format.ts';
import { calendarEntries, contactEntries } from '../../samples/cards.ts';
import { python } from '../../samples/run.ts';
import type { Claim } from '../oracle.ts';
import { wordsOf } from './document.ts';
import { documentText } from './document-text.ts';
import { readSheets, type SeenCell } from './sheet-reader.ts';

export function isOfCards({ ext }: Format): boolean {
  return ['ics', 'vcf'].includes(ext);
}

/** What a table is bound to say of the two entries, by its columns. */
const cells = {
  ics: [
    {
      type: 'event',
      start: '2024-02-29T07:30:00',
      start_tzid: 'Europe/Copenhagen',
      summary: 'The ferry to Ærø, on time',
      categories: 'travel; sea, or not',
      attendee: 'mailto:zofie@example.org',
      attendee_cn: 'Žofie; the first',
      attendee_2: 'mailto:bo@example.org',
      due: '',
    },
    { type: 'todo', start: '', summary: 'Pack', due: '2024-02-28' },
  ],
  vcf: [
    {
      name: 'Žofie Ærø',
      name_parts_given: 'Žofie',
      organization: 'Harbour, Ltd.; Boats',
      email: 'zofie@example.org',
      phone: '+45 12 34 56',
      phone_type: 'CELL',
      phone_2: '+45 65 43 21',
      address_city: 'Marstal',
      birthday: '1999-01-01',
      note: 'two\nlines',
    },
    { name: '東京 line', phone: '+81 3 1234', phone_2: '', email: '' },
  ],
} as const;

export async function checkCards(files: readonly string[], claim: Claim): Promise<void> {
  const { source, target } = claim;
  const [file = '', ...more] = files;
  assert.equal(more.length, 0, 'one file');
  if (target.ext === 'json')
    assert.deepEqual(
      JSON.parse(await readFile(file, 'utf8')),
      source.ext === 'ics' ? calendarEntries : contactEntries,
    );
  else if (target.ext === 'csv')
    checkRows(await delimited(file), source.ext === 'ics' ? cells.ics : cells.vcf);
  else if (target.ext === 'xlsx') checkRows(await sheet(file), source.ext === 'ics' ? cells.ics : cells.vcf);
  // The one way a cell of Markdown has to begin a line anew.
  else
    checkWords(
      wordsOf((await documentText(file, claim)).replaceAll('<br>', '\n')),
      source.ext === 'ics' ? cells.ics : cells.vcf,
    );
}

type Cells = readonly Readonly<Record<string, string>>[];

type Rows = readonly Readonly<Record<string, string>>[];

async function delimited(file: string): Promise<Rows> {
  const program = `
import csv, json, sys
with open(sys.argv[1], encoding='utf-8', newline='') as table:
    print(json.dumps(list(csv.DictReader(table, strict=True))))
`;
  const { stdout } = await python(program, [file]);
  return JSON.parse(stdout.toString()) as Rows;
}

async function sheet(file: string): Promise<Rows> {
  const [only, ...more] = await readSheets(file, 'xlsx');
  assert.ok(only && more.length === 0, 'one sheet');
  const [header = [], ...rows] = only.rows;
  const text = (cell: SeenCell | undefined) => (cell === undefined ? '' : String(cell.value));
  return rows.map((row) => Object.fromEntries(header.map((name, x) => [text(name), text(row[x])])));
}

function checkRows(rows: Rows, due: Cells): void {
  assert.equal(rows.length, due.length, 'rows');
  for (const [n, row] of due.entries()) {
    for (const [name, cell] of Object.entries(row))
      assert.equal(rows[n]?.[name], cell, `${name} of row ${n + 1}`);
  }
}

/** Every entry in its turn, what it says in any order. */
function checkWords(words: readonly string[], due: Cells): void {
  const text = ` ${words.join(' ')} `;
  for (const cell of due.flatMap((row) => Object.values(row))) {
    assert.ok(
      text.includes(` ${wordsOf(cell).join(' ')} `) || cell === '',
      `“${cell}” is missing in: ${text}`,
    );
  }
}
