/** Tests that PDFs with empty content streams are prepared for Poppler, and that other PDFs stay unchanged. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { python } from '../../../../test/support/python.ts';

/**
 * Python program that writes one-page PDFs with the text "first" and "second". For each PDF, the program prints whether
 * the PDF is copied, how many content streams Poppler reads, and what text Poppler reads.
 */
const program = `
import json, os, pikepdf, subprocess, tempfile
from pikepdf import Array, Dictionary, Name
from engines.shared.pdf.contents import content_streams
from engines.shared.pdf.poppler_input import poppler_input

def shown(parts, **saved):
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, 'page.pdf')
        pdf = pikepdf.new()
        pdf.add_blank_page(page_size=(200, 200))
        page = pdf.pages[0].obj
        font = Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica)
        page.Resources = Dictionary(Font=Dictionary(F=font))
        page.Contents = Array([pdf.make_stream(part) for part in parts])
        pdf.save(file, **saved)
        readable = poppler_input(file, folder)
        text = subprocess.run(['pdftotext', readable, '-'], capture_output=True, check=True).stdout
        with pikepdf.open(readable) as copy:
            streams = len(content_streams(copy.pages[0].obj))
        return [readable != file, streams, text.decode().split()]

first, second = b'BT /F 9 Tf 9 90 Td (first) Tj ET', b'BT /F 9 Tf 9 50 Td (second) Tj ET'
locked = pikepdf.Encryption(owner='secret', user='', R=4, aes=True)
print(json.dumps({
    'whole': shown([first, second]),
    'empty': shown([first, b'', second]),
    'locked': shown([first, b'', second], encryption=locked),
}))
`;

test('merges the content streams of a page if one of the streams is empty', () => {
  const words = ['first', 'second'];
  assert.deepEqual(JSON.parse(python(program)), {
    whole: [false, 2, words],
    empty: [true, 1, words],
    locked: [true, 1, words],
  });
});

/** Prints the content streams of a page that are not empty, before and after the PDF is encrypted. */
const streams = `
import io, json, pikepdf
from engines.shared.pdf.contents import content_streams
pdf = pikepdf.new()
pdf.add_blank_page()
pdf.pages[0].obj.Contents = pikepdf.Array([pdf.make_stream(part) for part in (b'', b'q', b'', b'Q', b'')])
found = [[part.read_bytes().decode() for part in content_streams(pdf.pages[0].obj)]]
for encryption in (False, pikepdf.Encryption(owner='secret', user='', R=4, aes=True)):
    file = io.BytesIO()
    pdf.save(file, encryption=encryption)
    with pikepdf.open(file) as saved:
        found.append([part.read_bytes().decode() for part in content_streams(saved.pages[0].obj)])
del pdf.pages[0].obj['/Contents']
print(json.dumps([*found, content_streams(pdf.pages[0].obj)]))
`;

test('leaves out the empty content streams of a page', () => {
  const kept = ['q', 'Q'];
  assert.deepEqual(JSON.parse(python(streams)), [kept, kept, kept, []]);
});
