/**
 * Tests pages with an empty stream in the middle of their contents. Poppler 25 does not read the streams after an empty
 * stream.
 */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { python } from '../../samples/run.ts';
import { outputOf } from '../../support/results/measure.ts';
import { ask, busy, openTestApp } from '../../support/server/test-app.ts';

const dir = await mkdtemp(path.join(tmpdir(), 'protean-empty-contents-'));
const app = await openTestApp('sqlite');
const customer = await app.customer('hobby', busy);
after(async () => {
  await app.close();
  await rm(dir, { recursive: true });
});

/** Writes a PDF with a page that shows a text and a black bar after an empty stream, and a page that is blank. */
const pages = `
import sys, pikepdf
from pikepdf import Array, Dictionary, Name
pdf = pikepdf.new()
for _ in range(2):
    pdf.add_blank_page(page_size=(200, 200))
page = pdf.pages[0].obj
page.Resources = Dictionary(Font=Dictionary(F=Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica)))
text = f'BT /F 20 Tf 20 150 Td ({sys.argv[2]}) Tj ET 0 0 200 100 re f'
page.Contents = Array([pdf.make_stream(part) for part in (b'q', b'', text.encode(), b'Q')])
pdf.save(sys.argv[1])
`;

const source = path.join(dir, 'source.pdf');
await python(pages, [source, 'Harbour']);

async function converted(fields: Record<string, string>, other: [string, string][] = []): Promise<string> {
  const files = await Promise.all(
    [['file', source] as const, ...other].map(
      async ([field, file]) => [field, new File([await readFile(file)], path.basename(file))] as const,
    ),
  );
  const answer = await ask(app, '/v1/convert', customer, {
    fields: [...files.map(([field, file]): [string, File] => [field, file]), ...Object.entries(fields)],
  });
  assert.equal(answer.status, 200, answer.error.message);
  const result = path.join(dir, `result.${fields['target']}`);
  await writeFile(result, answer.body);
  return result;
}

test('draws all content of a PDF page that also has an empty content stream', async () => {
  const picture = await converted({ target: 'png', page: '1' });
  const mean = Number(await outputOf('/usr/bin/convert', [picture, '-format', '%[fx:mean]', 'info:']));
  assert.ok(mean < 0.6, `${mean}`);
});

test('does not remove a page as blank only because the page has an empty content stream', async () => {
  const result = await converted({ target: 'pdf', remove_blank_pages: 'true' });
  assert.match(await outputOf('/usr/bin/pdfinfo', [result]), /^Pages: +1$/m);
  assert.match(await outputOf('/usr/bin/mutool', ['draw', '-F', 'txt', result]), /Harbour/);
});

test('a PDF comparison finds a changed word on a page with an empty content stream', async () => {
  const other = path.join(dir, 'other.pdf');
  await python(pages, [other, 'Anchor']);
  const list = await converted({ target: 'json' }, [['compare', other]]);
  assert.match(await readFile(list, 'utf8'), /Harbour[^]*Anchor/);
});

test("conversion to odg keeps the text of a pdf page if one of the page's content streams is empty", async () => {
  const drawing = await converted({ target: 'odg' });
  assert.match(await outputOf('/usr/bin/bsdtar', ['-xOf', drawing, 'content.xml']), /Harbour/);
});
