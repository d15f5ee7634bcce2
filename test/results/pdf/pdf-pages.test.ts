/**
 * Verifies the options that split PDFs, arrange their pages, and change forms, bookmarks or metadata. The tests read
 * the results with independent tools.
 */
import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { python } from '../../samples/run.ts';
import { pdfPages } from '../../support/files/effects/pdf-pages.ts';
import { Workbench } from '../../support/results/workbench.ts';

const lab = await Workbench.open();

for (const { shows, description, see } of pdfPages(lab))
  test(`applies ${shows.join(', ')} as documented: ${description}`, see);

test('warns that screen reader tags are lost if several PDF pages are put on one sheet', async () => {
  const tagged = path.join(lab.dir, 'tagged.pdf');
  await python(taggedFile, [tagged]);
  const warningsOf = async (options: Record<string, string>) =>
    (await lab.send(tagged, 'pdf', 'pdf', options)).headers.get('x-conversion-warnings') ?? '';
  assert.match(await warningsOf({ nup: '2' }), /pdf_tags_left_out/);
  assert.doesNotMatch(await warningsOf({ page_order: '2,1' }), /pdf_tags_left_out/);
});

const taggedFile = `
import sys, pikepdf
from pikepdf import Array, Dictionary, Name
pdf = pikepdf.new()
for n in range(2):
    pdf.add_blank_page(page_size=(300, 400))
    page = pdf.pages[-1].obj
    page.StructParents = n
    page.Contents = pdf.make_stream(b'/P <</MCID 0>> BDC 20 20 50 50 re f EMC')
root = pdf.make_indirect(Dictionary(Type=Name.StructTreeRoot))
parts = [pdf.make_indirect(Dictionary(Type=Name.StructElem, S=Name.P, P=root, Pg=page.obj, K=0)) for page in pdf.pages]
root.K = Array(parts)
root.ParentTree = Dictionary(Nums=Array([one for n, part in enumerate(parts) for one in (n, Array([part]))]))
pdf.Root.StructTreeRoot = root
pdf.Root.MarkInfo = Dictionary(Marked=True)
pdf.save(sys.argv[1])
`;
