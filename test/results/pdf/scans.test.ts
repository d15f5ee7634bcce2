/**
 * Verifies that scans are straightened, cleaned, compressed and made searchable. The tests read the results with
 * independent tools.
 */
import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { python } from '../../samples/run.ts';
import { pdfScans, scannedFile } from '../../support/files/effects/pdf-scans.ts';
import { textOfPages } from '../../support/results/measure.ts';
import { Workbench } from '../../support/results/workbench.ts';

const lab = await Workbench.open();

for (const { shows, description, see } of pdfScans(lab))
  test(`applies ${shows.join(', ')} as documented: ${description}`, see);

test('keeps the text layer of a tilted scan, and warns that the page was not straightened', async () => {
  const searchable = path.join(lab.dir, 'searchable.pdf');
  await python(withText, [await scannedFile(lab.dir, 1), searchable]);
  const options = { deskew: 'true', scan_compression: 'layers' };
  const { headers } = await lab.send(searchable, 'pdf', 'pdf', options);
  const codes = headers.get('x-conversion-warnings') ?? '';
  assert.match(codes, /scans_reduced/);
  assert.match(codes, /pages_not_straightened/);
  const small = await lab.converted('pdf', 'pdf', options, searchable);
  assert.equal(await textOfPages(small), await textOfPages(searchable));
});

/** Adds invisible text to the page of a scan. */
const withText = `
import sys, pikepdf
from pikepdf import Dictionary, Name
with pikepdf.open(sys.argv[1]) as pdf:
    page = pdf.pages[0]
    font = pdf.make_indirect(Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica))
    page.obj.Resources.Font = Dictionary(F=font)
    page.contents_add(pdf.make_stream(b'BT 3 Tr /F 12 Tf 60 700 Td (recognized words) Tj ET'))
    pdf.save(sys.argv[2])
`;
