/** Converts a calendar or an address book to JSON, a table or plain text. Exits with status 1 for a damaged file. */
import { readFile, writeFile } from 'node:fs/promises';
import { entriesIn, rowsOf } from './entries.ts';
import { decodeText } from '../data/text.ts';
import { forgetNotes } from '../data/values/noted.ts';
import { textOf } from '../data/values/untyped.ts';
import { isMap, type Value } from '../data/values/value.ts';
import { writing } from '../data/writing.ts';
import { reformatCards } from './reformat.ts';
import { withExitStatus, readable } from '../data/exit.ts';
import { readStep } from '../../contract/step.ts';

const step = readStep<{ rows?: boolean }>();
const { input, output, from, to, options, rows = to !== 'json' } = step;

const roots: Readonly<Record<string, 'VCALENDAR' | 'VCARD'>> = { ics: 'VCALENDAR', vcf: 'VCARD' };

const root = roots[from];
if (!root) throw new Error(`no reader of ${from}`);
await withExitStatus(step, async () => {
  const bytes = await readFile(input);
  const entries = await readable(from, () => entriesIn(root, bytes));
  if (from === to) {
    // Discards the losses that the reader noted, because reformatting loses nothing.
    forgetNotes();
    await writeFile(output, reformatCards(decodeText(bytes)));
  } else if (to === 'txt') await writeFile(output, rowsOf(entries).map(paragraph).join('\n') || '\n');
  else await (await writing(to, options))(output, rows ? rowsOf(entries) : [...entries]);
});

/** Returns an entry as text with one line per property. */
function paragraph(row: Value): string {
  const members = isMap(row) ? [...row] : [];
  return members
    .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${textOf(value).replace(/\r?\n/g, '\n    ')}\n`)
    .join('');
}
