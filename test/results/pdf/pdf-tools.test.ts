/**
 * Verifies the options that stamp, encrypt or otherwise change PDFs. The program that reads a result is not the program
 * that wrote the result.
 */
import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { python } from '../../samples/run.ts';
import { pdfFiles } from '../../support/files/effects/pdf-files.ts';
import { pdfStamps } from '../../support/files/effects/pdf-stamps.ts';
import { outputOf, pdfInfo } from '../../support/results/measure.ts';
import { Workbench } from '../../support/results/workbench.ts';

const lab = await Workbench.open();

for (const { shows, description, see } of [...pdfStamps(lab), ...pdfFiles(lab)])
  test(`applies ${shows.join(', ')} as documented: ${description}`, see);

test('applies a stamp, a footer, page selection, rotation and encryption to a pdf in one request', async () => {
  const options = {
    pages: '2',
    rotate: '90',
    new_password: 'secret',
    stamp_text: 'DRAFT',
    page_footer: '{page}/{pages}',
  };
  const result = await lab.converted('pdf', 'pdf', options);
  assert.match(await outputOf('/usr/bin/pdfinfo', ['-upw', 'secret', result]), /^Encrypted:\s+yes/m);
  const text = await outputOf('/usr/bin/pdftotext', ['-upw', 'secret', result, '-']);
  assert.match(text, /DRAFT/);
  assert.match(text, /1\/1/);
});

test('stamps a password-protected pdf, and keeps the restrictions of a restricted pdf', async () => {
  const locked = await lab.converted('pdf', 'pdf', { new_password: 'secret' });
  const opened = await lab.converted('pdf', 'pdf', { password: 'secret', stamp_text: 'DRAFT' }, locked);
  assert.match(await outputOf('/usr/bin/pdftotext', [opened, '-']), /DRAFT/);
  const restricted = await lab.converted('pdf', 'pdf', { permissions: 'print' });
  const stamped = await lab.converted('pdf', 'pdf', { stamp_text: 'DRAFT' }, restricted);
  assert.match(await pdfInfo(stamped), /^Encrypted:\s+yes \(print:yes copy:no/m);
});

test('warns that a change breaks the digital signatures of a pdf', async () => {
  const signed = path.join(lab.dir, 'signed.pdf');
  await python(signedFile, [signed]);
  for (const options of [{ stamp_text: 'DRAFT' }, { rotate: '90' }]) {
    const { headers } = await lab.send(signed, 'pdf', 'pdf', options);
    assert.match(headers.get('x-conversion-warnings') ?? '', /signatures_broken/, JSON.stringify(options));
  }
  const { headers } = await lab.send(signed, 'pdf', 'pdf', {});
  assert.doesNotMatch(headers.get('x-conversion-warnings') ?? '', /signatures_broken/);
});

/**
 * Writes a PDF with the structure of a signature. The content of the signature is not valid, but only a program that
 * verifies signatures would notice this.
 */
const signedFile = `
import sys, pikepdf
from pikepdf import Array, Dictionary, Name, String
pdf = pikepdf.new()
pdf.add_blank_page(page_size=(300, 300))
value = pdf.make_indirect(Dictionary(Type=Name.Sig, Filter=Name('/Adobe.PPKLite'), SubFilter=Name('/ETSI.CAdES.detached'), ByteRange=Array([0, 1, 2, 3]), Contents=String('00')))
field = pdf.make_indirect(Dictionary(Type=Name.Annot, Subtype=Name.Widget, FT=Name.Sig, T=String('s'), Rect=Array([0, 0, 0, 0]), V=value))
pdf.pages[0].obj.Annots = Array([field])
pdf.Root.AcroForm = Dictionary(Fields=Array([field]), SigFlags=3)
pdf.save(sys.argv[1], object_stream_mode=pikepdf.ObjectStreamMode.disable)
`;
