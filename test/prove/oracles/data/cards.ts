/**
 * The oracle for calendars and address books. The oracle compares entries with their types in data formats, cells in
 * tables, and only words in documents.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Format } from '@protean/formats/format.ts';
import { calendarEntries, cardLines, contactEntries } from '../../../samples/data/cards.ts';
import type { Claim } from '../../oracle.ts';
import { wordsOf } from '../documents/document.ts';
import { documentText } from '../documents/document-text.ts';
import { isOfTexts, isTable, rowsIn, textsIn, valueIn, type Plain, type Rows } from './entries.ts';

export function isOfCards({ ext }: Format): boolean {
  return ['ics', 'vcf'].includes(ext);
}

/** The expected cells of the two calendar entries and of the two contacts, by column name. */
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
  const [entries, due] =
    source.ext === 'ics' ? ([calendarEntries, cells.ics] as const) : ([contactEntries, cells.vcf] as const);
  if (source.ext === target.ext) await checkLines(file, source.ext);
  else if (isTable(target)) checkRows(await rowsIn(file, target), due);
  else if (isOfTexts(target))
    assert.deepEqual(textsIn(await valueIn(file, target)), textsIn([...entries] as Plain));
  else if (target.category === 'data') assert.deepEqual(listIn(await valueIn(file, target)), entries);
  // In a Markdown cell, a line break can only be written as <br>.
  else checkWords(wordsOf((await documentText(file, claim)).replaceAll('<br>', '\n')), due);
}

/**
 * Joins the folded lines of a calendar or an address book, and checks every resulting line. Checks that no line in the
 * file has more than 75 bytes.
 */
async function checkLines(file: string, ext: string): Promise<void> {
  const lines = (await readFile(file, 'utf8')).split('\r\n');
  assert.ok(lines.every((line) => Buffer.byteLength(line) <= 75));
  assert.deepEqual(
    lines.join('\n').replaceAll('\n ', '').trimEnd().split('\n'),
    ext === 'ics' ? cardLines.ics : cardLines.vcf,
  );
}

/**
 * Returns the list of entries. In formats that cannot have a list at the top level, the list is the only member of a
 * map.
 */
function listIn(value: Plain): Plain {
  const members = value !== null && typeof value === 'object' ? Object.values(value) : [];
  return Array.isArray(value) || members.length !== 1 ? value : (members[0] ?? null);
}

type Cells = readonly Readonly<Record<string, string>>[];

function checkRows(rows: Rows, due: Cells): void {
  assert.equal(rows.length, due.length, 'rows');
  for (const [n, row] of due.entries()) {
    for (const [name, cell] of Object.entries(row))
      assert.equal(rows[n]?.[name], cell, `${name} of row ${n + 1}`);
  }
}

/** Checks that the words of the result contain the text of every cell, in any order. */
function checkWords(words: readonly string[], due: Cells): void {
  const text = ` ${words.join(' ')} `;
  for (const cell of due.flatMap((row) => Object.values(row))) {
    assert.ok(
      text.includes(` ${wordsOf(cell).join(' ')} `) || cell === '',
      `“${cell}” is missing in: ${text}`,
    );
  }
}
