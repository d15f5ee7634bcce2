/**
 * Extracts pages from tagged PDFs, and verifies that each result has only the tags of the extracted pages. pikepdf and
 * Poppler read the results.
 */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { partsOf } from '../../support/files/effects/pdf-pages.ts';
import { makeTaggedPages, readTags } from '../../support/files/tagged-pages.ts';
import { run } from '../../samples/run.ts';
import { bytes, outputOf } from '../../support/results/measure.ts';
import { Workbench } from '../../support/results/workbench.ts';

const lab = await Workbench.open();
const file = await makeTaggedPages(path.join(lab.dir, 'tagged.pdf'));

/** The parts of the file, with their first and last page. */
const ranges = [
  [1, 2],
  [3, 3],
  [4, 6],
] as const;
const split = ranges.map(([first, last]) => `${first}-${last}`).join(',');

/** Returns the tags that a file with the pages from `first` to `last` must have. */
function expectedTags(first: number, last: number) {
  const numbers = Array.from({ length: last - first + 1 }, (_, n) => first + n);
  return {
    strange: [],
    alternatives: numbers.map((n) => `picture page-${n}`),
    ids: numbers.map((n) => `id${n}`),
    roles: numbers.map((n) => `/Kopf${n}`),
    classes: numbers.map((n) => `/class${n}`),
  };
}

/** Asserts that the file has the tags of the pages from `first` to `last`, and nothing of other pages. */
async function assertTags(part: string, first: number, last: number): Promise<void> {
  const { strange, alternatives, ids, roles, classes, kinds, texts } = await readTags(part);
  assert.deepEqual({ strange, alternatives, ids, roles, classes }, expectedTags(first, last));
  const count = last - first + 1;
  const rows = kinds.filter((kind) => ['TR', 'TD'].includes(kind));
  assert.deepEqual(
    rows,
    Array.from({ length: count }, () => ['TR', 'TD', 'TD']).flat(),
    'each row keeps its empty cell',
  );
  for (let n = first; n <= last; n += 1) assert.ok(texts.includes(`H1 en 1 heading page-${n}`), `${n}`);
  const structure = await outputOf('/usr/bin/pdfinfo', ['-struct-text', part]);
  const shown = [...structure.matchAll(/"body (page-\d)/g)].map(([, word]) => word);
  assert.deepEqual(
    shown,
    Array.from({ length: count }, (_, n) => `page-${first + n}`),
  );
}

test('each part of a split PDF keeps only the tags of its pages', async () => {
  const parts = [...(await partsOf(lab, file, split)).values()];
  assert.equal(parts.length, ranges.length);
  for (const [n, [first, last]] of ranges.entries()) await assertTags(parts[n] ?? '', first, last);
  // A paragraph that begins on page 3 and ends on page 4 is in both parts.
  assert.ok((await readTags(parts[1] ?? '')).texts.includes('P en spanning page-3'));
  assert.ok((await readTags(parts[2] ?? '')).texts.includes('P en spanning page-4'));
});

test('a part of a split PDF does not contain the pictures of other pages', async () => {
  const parts = [...(await partsOf(lab, file, 'every:2')).values()];
  const whole = await bytes(file);
  for (const part of parts) assert.ok((await bytes(part)) < whole / 2, `${await bytes(part)} of ${whole}`);
});

test('splitting a PDF results in the same files as selecting the pages of each part', async () => {
  const parts = [...(await partsOf(lab, file, '1-4,3-6')).values()];
  for (const [n, order] of ['1-4', '3-6'].entries()) {
    const selected = await lab.converted('pdf', 'pdf', { page_order: order }, file);
    assert.ok((await readFile(selected)).equals(await readFile(parts[n] ?? '')), order);
  }
});

test('a PDF keeps the tags of its pages if other pages are removed', async () => {
  for (const options of [{ page_order: '4-6' }, { page_order: '!1-3' }, { pages: '4-6' }])
    await assertTags(await lab.converted('pdf', 'pdf', options, file), 4, 6);
});

test('warns that the copies of repeated pages have no tags', async () => {
  const warningsOf = async (options: Record<string, string>) =>
    (await lab.send(file, 'pdf', 'pdf', options)).headers.get('x-conversion-warnings') ?? '';
  for (const options of [{ page_order: '2,1,2' }, { pages: '1-2,2' }])
    assert.match(await warningsOf(options), /pdf_tags_left_out/);
  assert.doesNotMatch(await warningsOf({ page_order: '2,1' }), /pdf_tags_left_out/);
});

/** Python program that writes a page with a link and a filled-in form field to the path on its standard input. */
const formProgram = `
import sys, pikepdf
from pikepdf import Array, Dictionary, Name, String
pdf = pikepdf.new()
font = pdf.make_indirect(Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica))
shown = pdf.make_stream(b'BT /F 24 Tf 5 20 Td (filled in) Tj ET', Subtype=Name.Form, BBox=Array([0, 0, 200, 60]),
    Resources=Dictionary(Font=Dictionary(F=font)))
field = pdf.make_indirect(Dictionary(Type=Name.Annot, Subtype=Name.Widget, FT=Name.Tx, T=String('name'), F=4,
    V=String('filled in'), Rect=Array([50, 100, 250, 160]), DA=String('/F 24 Tf 0 g'), AP=Dictionary(N=shown)))
link = pdf.make_indirect(Dictionary(Type=Name.Annot, Subtype=Name.Link, Rect=Array([50, 200, 250, 220]),
    Border=Array([0, 0, 1]), A=Dictionary(S=Name.URI, URI=String('https://example.org/tides'))))
pdf.add_blank_page(page_size=(300, 400))
pdf.pages[0].obj.Annots = Array([field, link])
pdf.Root.AcroForm = Dictionary(Fields=Array([field]), DA=String('/F 24 Tf 0 g'), DR=Dictionary(Font=Dictionary(F=font)))
pdf.save(sys.stdin.read())
`;

test('each copy of a repeated page has the links and shows the form fields of the page', async () => {
  const form = path.join(lab.dir, 'form.pdf');
  await run('/usr/bin/python3', ['-c', formProgram], { input: form });
  for (const options of [{ page_order: '1,1' }, { pages: '1,1' }]) {
    const { body, headers } = await lab.send(form, 'pdf', 'pdf', options);
    assert.match(headers.get('x-conversion-warnings') ?? '', /form_fields_flattened/);
    const result = path.join(lab.dir, 'repeated.pdf');
    await writeFile(result, body);
    const links = await outputOf('/usr/bin/pdfinfo', ['-url', result]);
    assert.equal(links.match(/https:\/\/example\.org\/tides/g)?.length, 2, links);
    await outputOf('/usr/bin/pdftoppm', ['-r', '50', '-png', result, path.join(lab.dir, 'repeated')]);
    const [first, second] = await Promise.all(
      [1, 2].map((n) => readFile(path.join(lab.dir, `repeated-${n}.png`))),
    );
    assert.ok(first?.equals(second ?? Buffer.alloc(0)), 'both copies look the same');
    assert.equal(await numberOfFields(result), 1);
  }
  const { headers } = await lab.send(form, 'pdf', 'pdf', { page_order: '1' });
  assert.doesNotMatch(headers.get('x-conversion-warnings') ?? '', /form_fields_flattened/);
});

async function numberOfFields(pdf: string): Promise<number> {
  const program = 'import sys, pikepdf; print(len(pikepdf.open(sys.argv[1]).Root.AcroForm.Fields))';
  return Number(await outputOf('/usr/bin/python3', ['-c', program, pdf]));
}

test('splits a PDF from Chromium into parts of proportional size that keep the tags of their pages', async () => {
  const lines = (page: number) =>
    Array.from({ length: 40 }, (_, n) => `<p>Line ${n} of page ${page} has some words.</p>`).join('');
  const html = Array.from({ length: 20 }, (_, n) => `<div style="break-after: page">${lines(n)}</div>`);
  const page = path.join(lab.dir, 'pages.html');
  await writeFile(page, `<style>p { margin: 2pt; font-size: 9pt }</style>${html.join('')}`);
  const printed = await lab.converted('html', 'pdf', {}, page);
  const structureOf = async (pdf: string) =>
    (await outputOf('/usr/bin/pdfinfo', ['-struct-text', pdf])).split('\n').slice(1).join('\n');
  const parts = [...(await partsOf(lab, printed, 'every:5')).values()];
  const structures = await Promise.all(parts.map(structureOf));
  assert.equal(structures.join(''), await structureOf(printed));
  // Each part has the fonts of the whole file, so a part may be larger than its share of the file's size.
  const share = (await bytes(printed)) / parts.length;
  for (const part of parts) assert.ok((await bytes(part)) < 2 * share, `${await bytes(part)} of ${share}`);
});
