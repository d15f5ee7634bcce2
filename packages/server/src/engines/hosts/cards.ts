/** Converts the entries of a calendar or the contacts of an address book into data, a table, or a text to read. */
import { readFile, writeFile } from 'node:fs/promises';
import { entriesIn, rowsOf, type Entry } from './cards/entries.ts';
import { csv } from './data/csv.ts';
import { writer as html } from './data/html.ts';
import { codec as json } from './data/json.ts';
import { writer as markdown } from './data/markdown.ts';
import { textOf } from './data/untyped.ts';
import { InvalidData, isMap, type Value } from './data/value.ts';
import { ending, readable } from './ending.ts';
import { readStep } from './step.ts';

const { input, output, from, to, options } = readStep();

const roots: Readonly<Record<string, 'VCALENDAR' | 'VCARD'>> = { ics: 'VCALENDAR', vcf: 'VCARD' };

const writers: Readonly<Record<string, (entries: readonly Entry[]) => string | Uint8Array>> = {
  json: (entries) => json.write([...entries], options),
  // For a workbook, which is made of JSON by another host.
  rows: (entries) => json.write(rowsOf(entries), options),
  csv: (entries) => csv.write(rowsOf(entries), options),
  html: (entries) => html.write(rowsOf(entries), options),
  md: (entries) => markdown.write(rowsOf(entries), options),
  txt: (entries) => rowsOf(entries).map(paragraph).join('\n'),
};

const [root, writer] = [roots[from], writers[to]];
if (!root || !writer) throw new Error(`no way from ${from} to ${to}`);
await ending(async () => {
  const bytes = await readFile(input);
  await writeFile(output, writer(await readable(from, () => someOf(entriesIn(root, bytes)))));
});

function someOf(entries: Entry[]): Entry[] {
  if (entries.length === 0) throw new InvalidData('there are no entries in it');
  return entries;
}

/** One entry, a line for each thing it says. */
function paragraph(row: Value): string {
  const members = isMap(row) ? [...row] : [];
  return members
    .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${textOf(value).replace(/\r?\n/g, '\n    ')}\n`)
    .join('');
}
