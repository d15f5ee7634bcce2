/**
 * Tests characters that the code pages of old e-book formats lack, tables of books that become Word files, and books
 * without metadata.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { python, pythonFile } from '../../samples/run.ts';
import { openWords } from '../../support/results/words-of-result.ts';

const convert = openWords();
const dir = await mkdtemp(path.join(tmpdir(), 'protean-books-'));
after(() => rm(dir, { recursive: true }));

const reader = path.join(import.meta.dirname, '../../prove/oracles/books/book_reader.py');

interface Book {
  text: string;
  title: string | null;
  author: string | null;
}

async function read(body: Buffer, ext: string): Promise<Book> {
  const file = path.join(dir, `book.${ext}`);
  await writeFile(file, body);
  return JSON.parse((await pythonFile(reader, [ext, file])).stdout.toString()) as Book;
}

const page = (body: string) =>
  ['signs.html', `<!DOCTYPE html><meta charset="utf-8"><title>Signs</title><h1>Signs</h1>${body}`] as const;
const signs = page('<p>paid 7 € ☐ open ☒ done → ≤ ń ① αβ a\\b Âme</p>');

test('replaces characters that the pdb code page lacks with similar characters, and warns', async () => {
  const { body, warnings } = await convert(signs, 'pdb');
  assert.match((await read(body, 'pdb')).text, /paid 7 € \[ \] open \[x\] done -> <= n \(1\) \?\? a\\b Âme/);
  assert.equal(warnings, 'characters_left_out');
  assert.equal((await convert(page('<p>Plain “words” – 7 €</p>'), 'pdb')).warnings, '');
});

test('keeps the symbols and letters of a book in pmlz, rb, tcr, lrf, lit and txtz', async () => {
  for (const target of ['pmlz', 'rb', 'tcr', 'lrf', 'lit', 'txtz']) {
    const { body, warnings } = await convert(signs, target);
    assert.match((await read(body, target)).text, /paid 7 € ☐ open ☒ done → ≤ ń ① αβ a\\b Âme/, target);
    assert.equal(warnings, '', target);
  }
  assert.equal((await convert(page('<p>a 🚀</p>'), 'pmlz')).warnings, 'characters_left_out');
});

test('keeps table captions, quotation marks and deleted text in lrf', async () => {
  const { body } = await convert(
    page('<table><caption>Tides</caption><tr><td>low</td></tr></table><p><q>Row</q> <del>sail</del></p>'),
    'lrf',
  );
  const { text, author } = await read(body, 'lrf');
  assert.match(text, /Tides\s+low\s+“Row” sail/);
  assert.doesNotMatch(author ?? '', /Unknown/);
});

test('keeps the space before an internal link in lrf', async () => {
  const { body } = await convert(
    page('<p>see <a href="#geese">the geese</a></p><h2 id="geese">Geese</h2>'),
    'lrf',
  );
  assert.match((await read(body, 'lrf')).text, /see the geese/);
});

test('an rb book keeps a non-ASCII title and a definition list', async () => {
  const file =
    '<!DOCTYPE html><meta charset="utf-8"><title>Café</title><dl><dt>term</dt><dd>meaning</dd></dl>';
  const book = await read((await convert(['book.html', file], 'rb')).body, 'rb');
  assert.equal(book.title, 'Café');
  assert.match(book.text, /term\s+meaning/);
});

test('keeps the list numbering of an EPUB in FB2', async () => {
  const { body } = await convert(page('<ol start="7"><li>Juniper</li><li>Hemlock</li></ol>'), 'epub');
  assert.match((await convert(['book.epub', body], 'fb2')).text, /<p>7\. Juniper<\/p>\s*<p>8\. Hemlock<\/p>/);
});

const fiction = (body: string) => `<?xml version="1.0" encoding="utf-8"?>
<FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0" xmlns:l="http://www.w3.org/1999/xlink"><description><title-info>
<genre>prose</genre><book-title>Tides</book-title><lang>en</lang></title-info></description><body>${body}</body></FictionBook>`;

test('defines all columns of a table when a book is converted to Word', async () => {
  const { body } = await convert(
    ['t.fb2', fiction('<section><table><tr><td>low</td><td>high</td></tr></table></section>')],
    'docx',
  );
  const program =
    "import io, re, sys, zipfile; print(re.findall(r'<w:tblGrid>.*?</w:tblGrid>', zipfile.ZipFile(io.BytesIO(sys.stdin.buffer.read())).read('word/document.xml').decode()))";
  const grids = (await python(program, [], body)).stdout.toString();
  assert.equal(grids.match(/<w:gridCol /g)?.length, 2, grids);
});

test('warns about a picture that a book refers to but does not contain', async () => {
  const { warnings } = await convert(
    ['p.fb2', fiction('<section><p>Text</p><image l:href="#boat.png"/></section>')],
    'epub',
  );
  assert.equal(warnings, 'files_missing');
});

test('uses the first words of an untitled fb2 book as its title in lrf', async () => {
  const { body } = await convert(
    ['t.fb2', fiction('<section><p>Low water.</p></section>').replace('<book-title>Tides</book-title>', '')],
    'lrf',
  );
  assert.equal((await read(body, 'lrf')).title, 'Low water.');
});

test('does not add an author, rights or a date to a Kindle book if the source has none', async () => {
  for (const target of ['mobi', 'azw3']) {
    const { body } = await convert(['t.fb2', fiction('<section><p>Text</p></section>')], target);
    assert.doesNotMatch(body.toString('latin1'), /Unknown|1980-01-01/, target);
  }
});

test('keeps the order of chapters if a long book is split during the conversion', async () => {
  const chapters = Array.from(
    { length: 40 },
    (_, n) => `<section><title><p>Chapter ${n}</p></title><p>${'words of the tide '.repeat(5)}</p></section>`,
  );
  const { text } = await convert(['long.fb2', fiction(chapters.join(''))], 'md');
  const found = [...text.matchAll(/Chapter (\d+)\s+words/g)].map(([, number]) => Number(number));
  assert.deepEqual(
    found,
    chapters.map((_, n) => n),
  );
});
