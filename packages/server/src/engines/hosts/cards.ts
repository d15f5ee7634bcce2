/** Converts the entries of a calendar or the contacts of an address book into data, a table, or a text to read. */
import { readFile, writeFile } from 'node:fs/promises';
import { entriesIn, rowsOf, type Entry } from './cards/entries.ts';
import { csv } from './data/csv.ts';
import { writer as html } from './data/html.ts';
import { codec as json } from './data/json.ts';
import { writer as markdown } from './data/markdown.ts';
import { textOf } from './data/untyped.ts';
import { InvalidData, isMap, type Value } from './data/value.ts';
import { readStep } from './step.ts';

/** What a mistake of ours ends with, so that it is not taken for the file's. */
const brokenStatus = 70;

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
try {
  await writeFile(output, writer(readable(root, await readFile(input))));
} catch (error) {
  process.stderr.write(`${String((error as Error).message).split('\n', 1)[0]}\n`);
  process.exitCode = error instanceof InvalidData || error instanceof RangeError ? 1 : brokenStatus;
}

/** Whatever reading trips over, it is the file that put it there. */
function readable(component: 'VCALENDAR' | 'VCARD', bytes: Uint8Array): Entry[] {
  try {
    const entries = entriesIn(component, bytes);
    if (entries.length === 0) throw new InvalidData('there are no entries in it');
    return entries;
  } catch (error) {
    throw new InvalidData(`not valid ${from}: ${(error as Error).message}`, { cause: error });
  }
}

/** One entry, a line for each thing it says. */
function paragraph(row: Value): string {
  const members = isMap(row) ? [...row] : [];
  return members
    .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${textOf(value).replace(/\r?\n/g, '\n    ')}\n`)
    .join('');
}
