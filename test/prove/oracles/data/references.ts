/**
 * Checks a bibliography. In BibTeX and CSL JSON, checks every field of every reference. In all formats other than
 * BibTeX and CSL JSON, checks the formatted references, which are sorted by author.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Format } from '@protean/formats/format.ts';
import { references, type Reference } from '../../../samples/data/references.ts';
import type { Claim } from '../../oracle.ts';
import { documentText } from '../documents/document-text.ts';

export const isBibliography = ({ ext }: Format) => ext === 'bib' || ext === 'csljson';

export async function checkReferences(file: string, claim: Claim): Promise<void> {
  const { ext } = claim.target;
  if (ext === 'bib') checkEntries(await readFile(file, 'utf8'));
  else if (ext === 'csljson') checkItems(await readFile(file, 'utf8'));
  else checkPrinted(await documentText(file, claim));
}

/** Returns the words in lower case, because the citation style capitalizes the words of titles. */
const plain = (text: string) =>
  (text.normalize('NFC').match(/[\p{L}\p{N}]+/gu) ?? []).join(' ').toLowerCase();

/** Checks that the references are in order, and that each reference is complete before the next begins. */
function checkPrinted(text: string): void {
  const words = plain(text);
  let from = 0;
  for (const { authors, title, date, journal = '', publisher = '', doi = '', url = '' } of references) {
    for (const sought of [authors[0]?.family ?? '', String(date[0]), title, journal, publisher, doi, url]) {
      const at = words.indexOf(plain(sought), from);
      assert.ok(at >= 0, `“${sought}” is missing or out of place in: ${words.slice(from, from + 300)}`);
      from = at;
    }
  }
}

/** Returns the fields of a reference by BibTeX field name. */
const bibFields = (reference: Reference): Readonly<Record<string, string | undefined>> => ({
  title: reference.title,
  author: reference.authors.map(({ family, given }) => `${family}, ${given}`).join(' and '),
  date: reference.date.map((part) => String(part).padStart(2, '0')).join('-'),
  publisher: reference.publisher,
  journal: reference.journal,
  volume: reference.volume,
  pages: reference.pages,
  doi: reference.doi,
  url: reference.url,
});

const bibTypes = { book: 'book', article: 'article', page: 'online' } as const;

function checkEntries(text: string): void {
  const entries = text.split(/^@/m).slice(1);
  assert.equal(entries.length, references.length, 'entries');
  for (const [n, reference] of references.entries()) {
    const entry = entries[n] ?? '';
    assert.ok(entry.startsWith(`${bibTypes[reference.kind]}{${reference.id},`), entry);
    for (const [name, value] of Object.entries(bibFields(reference))) {
      const held = new RegExp(`^ *${name} = \\{(.*)\\},?$`, 'm').exec(entry)?.[1];
      assert.equal(plain(held?.replace(/[{}]/g, '') ?? ''), plain(value ?? ''), `${name} of ${reference.id}`);
    }
  }
}

interface CslItem {
  id: string;
  type: string;
  author: unknown;
  title: string;
  issued: { 'date-parts': readonly (readonly number[])[] };
  [name: string]: unknown;
}

const itemTypes = { book: 'book', article: 'article-journal', page: 'webpage' } as const;

function checkItems(text: string): void {
  const items = JSON.parse(text) as CslItem[];
  assert.equal(items.length, references.length, 'items');
  for (const [n, { id, kind, authors, title, date, ...more }] of references.entries()) {
    const item = items[n];
    assert.ok(item);
    assert.deepEqual([item.id, item.type, item.author], [id, itemTypes[kind], authors]);
    assert.equal(plain(item.title), plain(title));
    assert.deepEqual(item.issued['date-parts'], [date]);
    const held = [
      item['publisher'],
      item['container-title'],
      item['volume'],
      item['page'],
      item['DOI'],
      item['URL'],
    ];
    assert.deepEqual(held, [more.publisher, more.journal, more.volume, more.pages, more.doi, more.url]);
  }
}
