/** The oracle of catalogues of translations: every message and the head, read by polib or by readers of the data. */
import assert from 'node:assert/strict';
import type { Format } from '../../../packages/server/src/formats/format.ts';
import { catalogueHead, translations, type Translation } from '../../samples/catalogue.ts';
import { python } from '../../samples/run.ts';
import type { Claim } from '../oracle.ts';
import { wordsOf } from './document.ts';
import { documentText } from './document-text.ts';

export function isOfCatalogues({ ext }: Format): boolean {
  return ['po', 'mo'].includes(ext);
}

interface Seen {
  head: string;
  messages: Translation[];
}

const ofRows = `
rows = [{name: value or None for name, value in row.items()} for row in rows]
head = next(row['text'] for row in rows if not row.get('id'))
def text(row): return json.loads(row['text']) if row.get('plural') and isinstance(row['text'], str) else row['text']
messages = [dict(context=row.get('context'), id=row['id'], plural=row.get('plural'), text=text(row)) for row in rows if row.get('id')]`;

const table = (delimiter: string) =>
  `rows = list(csv.DictReader(open(sys.argv[1], encoding='utf-8', newline=''), delimiter='${delimiter}', strict=True))${ofRows}`;

const ofCatalogue = `
head = ''.join(f'{name}: {value}\\n' for name, value in catalogue.metadata.items())
messages = [dict(context=one.msgctxt, id=one.msgid, plural=one.msgid_plural or None,
    text=list(one.msgstr_plural.values()) if one.msgid_plural else one.msgstr) for one in catalogue if not one.obsolete]`;

const readers: Readonly<Record<string, string>> = {
  po: `catalogue = polib.pofile(sys.argv[1])${ofCatalogue}`,
  mo: `catalogue = polib.mofile(sys.argv[1])${ofCatalogue}`,
  json: `rows = json.load(open(sys.argv[1], encoding='utf-8'))${ofRows}`,
  yaml: `rows = yaml.safe_load(open(sys.argv[1], encoding='utf-8'))${ofRows}`,
  csv: table(','),
  tsv: table('\\t'),
};

export async function checkCatalogue(files: readonly string[], claim: Claim): Promise<void> {
  const [file = '', ...more] = files;
  assert.equal(more.length, 0, 'one file');
  const reader = readers[claim.target.ext];
  if (!reader) return checkWords(wordsOf((await documentText(file, claim)).replaceAll('<br>', '\n')));
  const program = `import csv, json, polib, sys, yaml\n${reader}\njson.dump(dict(head=head, messages=messages), sys.stdout)`;
  const { stdout } = await python(program, [file]);
  const { head, messages } = JSON.parse(stdout.toString()) as Seen;
  for (const [name, value] of Object.entries(catalogueHead))
    assert.ok(head.includes(`${name}: ${value}\n`), `${name} in the head: ${head}`);
  const isSorted = [claim.source, claim.target].some(({ ext }) => ext === 'mo');
  assert.deepEqual(isSorted ? sorted(messages) : messages, isSorted ? sorted(translations) : translations);
}

const sorted = (messages: readonly Translation[]) =>
  [...messages].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

function checkWords(words: readonly string[]): void {
  const text = ` ${words.join(' ')} `;
  for (const part of translations.flatMap(({ id, text: one }) => [id, one].flat())) {
    assert.ok(text.includes(` ${wordsOf(part).join(' ')} `), `“${part}” is missing in: ${text}`);
  }
}
