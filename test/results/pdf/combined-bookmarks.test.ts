/**
 * With `combine=true`, the result has a bookmark for each input file. The links and bookmarks of an input PDF still
 * point to the pages of this PDF.
 */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { python } from '../../samples/run.ts';
import { outputOf } from '../../support/results/measure.ts';
import { ask, busy, openTestApp } from '../../support/server/test-app.ts';

const dir = await mkdtemp(path.join(tmpdir(), 'protean-combined-'));
const app = await openTestApp('sqlite');
after(async () => {
  await app.close();
  await rm(dir, { recursive: true });
});

/**
 * Writes a PDF with two pages. The first page links to the second page through a named destination. A bookmark points
 * to the second page.
 */
const linkedPages = `
import sys, pikepdf
from pikepdf import Array, Dictionary, Name, String
pdf = pikepdf.new()
for _ in range(2):
    pdf.add_blank_page(page_size=(200, 200))
first, second = (page.obj for page in pdf.pages)
first.Annots = Array([pdf.make_indirect(Dictionary(Type=Name.Annot, Subtype=Name.Link, Rect=Array([0, 0, 9, 9]), Dest=String('there')))])
pdf.Root.Names = Dictionary(Dests=Dictionary(Names=Array([String('there'), Array([second, Name.Fit])])))
with pdf.open_outline() as outline:
    outline.root.append(pikepdf.OutlineItem('Inner', 1))
pdf.save(sys.argv[1])
`;

/** For each link, prints the number of the page to which it leads, counted from 1. */
const linkTargets = `
import sys, pikepdf
pdf = pikepdf.open(sys.argv[1])
numbers = {page.obj.objgen: n for n, page in enumerate(pdf.pages, 1)}
print([numbers[note.Dest[0].objgen] for page in pdf.pages for note in page.obj.get('/Annots', []) if note.Subtype == '/Link'])
`;

test('combines pdfs with a bookmark for each file, and keeps the targets of links and bookmarks', async () => {
  const linked = path.join(dir, 'linked.pdf');
  await python(linkedPages, [linked]);
  const content = await readFile(linked);
  const fields: [string, string | File][] = [
    ['file', new File([content], 'First.pdf')],
    ['file', new File([content], 'Zweite.pdf')],
    ['target', 'pdf'],
    ['combine', 'true'],
  ];
  const { status, body, error } = await ask(app, '/v1/convert', await app.customer('hobby', busy), {
    fields,
  });
  assert.equal(status, 200, error.message);
  const result = path.join(dir, 'combined.pdf');
  await writeFile(result, body);
  const outline = await outputOf('/usr/bin/mutool', ['show', result, 'outline']);
  const bookmarks = [...outline.matchAll(/"(\w+)"\s+#page=(\d)/g)].map(
    ([, title, page]) => `${title} ${page}`,
  );
  assert.deepEqual(bookmarks, ['First 1', 'Inner 2', 'Zweite 3', 'Inner 4']);
  const links = await python(linkTargets, [result]);
  assert.equal(links.stdout.toString().trim(), '[2, 4]');
});

test('on request, combines files into a PDF/A with page numbers and stamps', async () => {
  const linked = path.join(dir, 'linked.pdf');
  await python(linkedPages, [linked]);
  const content = await readFile(linked);
  const fields: [string, string | File][] = [
    ['file', new File([content], 'First.pdf')],
    ['file', new File(['Plain text'], 'second.txt')],
    ...Object.entries({ target: 'pdf', combine: 'true', page_footer: '{page} of {pages}', bates: 'X008' }),
    ...Object.entries({ stamp_text: 'DRAFT', stamp_pages: '3', set_title: 'Both', pdfa: '2b' }),
  ];
  const { status, body, error } = await ask(app, '/v1/convert', await app.customer('hobby', busy), {
    fields,
  });
  assert.equal(status, 200, error.message);
  const result = path.join(dir, 'numbered.pdf');
  await writeFile(result, body);
  const pages = (await outputOf('/usr/bin/pdftotext', ['-layout', result, '-'])).split('\f').slice(0, 3);
  assert.deepEqual(
    pages.map((text) => [/\d of \d/.exec(text)?.[0], /X\d+/.exec(text)?.[0], text.includes('DRAFT')]),
    [
      ['1 of 3', 'X008', false],
      ['2 of 3', 'X009', false],
      ['3 of 3', 'X010', true],
    ],
  );
  assert.match(await outputOf('/usr/bin/pdfinfo', [result]), /^Title: +Both$/m);
  assert.match(await outputOf('/usr/bin/pdfinfo', ['-meta', result]), /<pdfaid:part>2<\/pdfaid:part>/);
});
