/**
 * The oracle for conversions of translation catalogues (PO and MO files). Reads PO and MO results with polib, and
 * results in data or table formats with independent readers. Checks every message and the header. In documents, and in
 * data formats that store only text, checks only the words of the messages.
 */
import assert from 'node:assert/strict';
import type { Format } from '@protean/formats/format.ts';
import { catalogueHead, translations, type Translation } from '../../../samples/data/catalogue.ts';
import { python } from '../../../samples/run.ts';
import type { Claim } from '../../oracle.ts';
import { wordsOf } from '../documents/document.ts';
import { documentText } from '../documents/document-text.ts';
import { isOfTexts, isTable, rowsIn, textsIn, valueIn } from './entries.ts';

export function isOfCatalogues({ ext }: Format): boolean {
  return ['po', 'mo'].includes(ext);
}

interface CatalogueReading {
  head: string;
  messages: Translation[];
}

const ofRows = `
rows = [{name: value or None for name, value in row.items()} for row in rows]
head = next(row['text'] for row in rows if not row.get('id'))
def text(row): return json.loads(row['text']) if row.get('plural') and isinstance(row['text'], str) else row['text']
messages = [dict(context=row.get('context'), id=row['id'], plural=row.get('plural'), text=text(row)) for row in rows if row.get('id')]`;

const ofCatalogue = `
head = ''.join(f'{name}: {value}\\n' for name, value in catalogue.metadata.items())
messages = [dict(context=one.msgctxt, id=one.msgid, plural=one.msgid_plural or None,
    text=list(one.msgstr_plural.values()) if one.msgid_plural else one.msgstr) for one in catalogue if not one.obsolete]`;

const readers: Readonly<Record<string, string>> = {
  po: `catalogue = polib.pofile(sys.argv[1])${ofCatalogue}`,
  mo: `catalogue = polib.mofile(sys.argv[1])${ofCatalogue}`,
};

export async function checkCatalogue(files: readonly string[], claim: Claim): Promise<void> {
  const { source, target } = claim;
  const [file = '', ...more] = files;
  assert.equal(more.length, 0, 'one file');
  if (target.category === 'document')
    return checkWords(wordsOf((await documentText(file, claim)).replaceAll('<br>', '\n')));
  if (isOfTexts(target)) return checkWords(wordsOf(textsIn(await valueIn(file, target)).join('\n')));
  const rows = isOfCatalogues(target) ? null : await rowsOrValue(file, target);
  const reader = readers[target.ext] ?? `rows = json.load(sys.stdin)${ofRows}`;
  const program = `import json, polib, sys\n${reader}\njson.dump(dict(head=head, messages=messages), sys.stdout)`;
  const { stdout } = await python(program, [file], JSON.stringify(rows));
  const { head, messages } = JSON.parse(stdout.toString()) as CatalogueReading;
  for (const [name, value] of Object.entries(catalogueHead))
    assert.ok(head.includes(`${name}: ${value}\n`), `${name} in the head: ${head}`);
  const isSorted = [source, target].some(({ ext }) => ext === 'mo');
  assert.deepEqual(isSorted ? sorted(messages) : messages, isSorted ? sorted(translations) : translations);
}

async function rowsOrValue(file: string, target: Format): Promise<unknown> {
  if (isTable(target)) return rowsIn(file, target);
  const value = await valueIn(file, target);
  // If a format cannot have a list at the top level, its files contain a map, and the list is the only member of this
  // map.
  return value === null || Array.isArray(value) ? value : Object.values(value)[0];
}

const sorted = (messages: readonly Translation[]) =>
  [...messages].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

function checkWords(words: readonly string[]): void {
  const text = ` ${words.join(' ')} `;
  for (const part of translations.flatMap(({ id, text: one }) => [id, one].flat())) {
    assert.ok(text.includes(` ${wordsOf(part).join(' ')} `), `“${part}” is missing in: ${text}`);
  }
}
