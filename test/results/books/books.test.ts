/**
 * Tests footnotes, tables of contents, covers and authors of converted books, and the size of covers and wide tables.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { png } from '../../samples/pictures/image-png.ts';
import { picture } from '../../samples/pictures/picture.ts';
import { python } from '../../samples/run.ts';
import { openWords } from '../../support/results/words-of-result.ts';

const convert = openWords();

const cover = png(picture()).toString('base64');

const book = `<?xml version="1.0" encoding="utf-8"?>
<FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0" xmlns:l="http://www.w3.org/1999/xlink"><description><title-info>
<genre>prose</genre><author><first-name>Ada</first-name><last-name>Quay</last-name></author><book-title>Tides</book-title>
<coverpage><image l:href="#c.jpg"/></coverpage><lang>en</lang></title-info></description>
<body><title><p>Tides</p></title><section><title><p>Part one</p></title><section><title><p>Ebb</p></title>
<p>Low water<a l:href="#n1" type="note">[1]</a> comes.</p></section></section></body>
<body name="notes"><section id="n1"><title><p>1</p></title><p>Twice a day.</p></section></body>
<binary id="c.jpg" content-type="image/jpeg">${cover}</binary></FictionBook>`;

test('converts the notes and headings of FictionBook to Markdown and plain text', async () => {
  const { text } = await convert(['tides.fb2', book], 'md', { images: 'none' });
  assert.equal(text.trim(), '# Tides\n\n# Part one\n\n## Ebb\n\nLow water[^1] comes.\n\n[^1]: Twice a day.');
  const plain = (await convert(['tides.fb2', book], 'txt')).text;
  assert.doesNotMatch(plain, /\n\n\n|notes|\* \* \*/);
  assert.equal(plain.match(/Part one/g)?.length, 1);
});

test("an EPUB from FictionBook keeps the nested table of contents, the cover and the author's sort name", async () => {
  const { body } = await convert(['tides.fb2', book], 'epub');
  const program = `
import io, re, sys, zipfile
book = zipfile.ZipFile(io.BytesIO(sys.stdin.buffer.read()))
package = book.read('content.opf').decode()
print(re.search(r'href="([^"]*)" media-type="([^"]*)" properties="cover-image"', package).groups())
print(re.search(r'file-as">([^<]*)', package)[1])
print(re.sub(r'\\s+', '', re.sub(r'</?(?:li|a)\\b[^>]*>', '', re.search(r'<ol>.*</ol>', book.read('nav.xhtml').decode(), re.DOTALL)[0])))
`;
  const { stdout } = await python(program, [], body);
  assert.match(
    stdout.toString(),
    /^\('[^']*\.png', 'image\/png'\)\nQuay, Ada\n<ol>TidesPartone<ol>Ebb<\/ol><\/ol>\n$/,
  );
});

test('does not add an author to a book without an author', async () => {
  const { body } = await convert(['a.fb2', book.replace(/<author>.*<\/author>/, '')], 'epub');
  const program =
    "import io, sys, zipfile; print(zipfile.ZipFile(io.BytesIO(sys.stdin.buffer.read())).read('content.opf').decode())";
  assert.doesNotMatch((await python(program, [], body)).stdout.toString(), /Unknown|dc:creator/);
});

test('converts an EPUB with a full-page SVG cover to mobi', async () => {
  const program = `
import base64, io, sys, zipfile
out = io.BytesIO()
cover = '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Cover</title></head><body><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="100%" height="100%" viewBox="0 0 160 120"><image width="160" height="120" xlink:href="cover.png"/></svg></body></html>'
with zipfile.ZipFile(out, 'w') as z:
    z.writestr('mimetype', 'application/epub+zip')
    z.writestr('META-INF/container.xml', '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="c.opf" media-type="application/oebps-package+xml"/></rootfiles></container>')
    z.writestr('c.opf', '<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="i"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="i">x</dc:identifier><dc:title>T</dc:title><dc:language>en</dc:language></metadata><manifest><item id="c" href="cover.xhtml" media-type="application/xhtml+xml" properties="svg"/><item id="p" href="cover.png" media-type="image/png"/><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="c"/><itemref idref="a"/></spine></package>')
    z.writestr('cover.xhtml', cover)
    z.writestr('cover.png', base64.b64decode(sys.argv[1]))
    z.writestr('a.xhtml', '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>A</title></head><body><h1>A</h1><p>Words.</p></body></html>')
sys.stdout.buffer.write(out.getvalue())
`;
  const { stdout } = await python(program, [cover]);
  const { body } = await convert(['cover.epub', stdout], 'mobi');
  assert.ok(body.length > 1000);
});

test("fits a book's wide table to the width of the PDF page", async () => {
  const columns = Array.from({ length: 11 }, (_, n) => `wonderful${String(n + 1)}`);
  const table = `# Book\n\nBefore\n\n| ${columns.join(' | ')} |\n|${'---|'.repeat(11)}\n| ${columns.join(' | ')} |\n`;
  const made = await convert(['table.md', table], 'epub');
  const { body } = await convert(['table.epub', made.body], 'pdf');
  const program = `
import re, subprocess, sys
boxes = subprocess.run(['pdftotext', '-bbox', '-', '-'], input=sys.stdin.buffer.read(), capture_output=True, check=True).stdout.decode()
ends = [float(end) for end in re.findall(r'xMax="([0-9.]+)"[^>]*>wonderful', boxes)]
print(len(ends), max(ends) < 595 - 50)
`;
  const { stdout } = await python(program, [], body);
  assert.equal(stdout.toString().trim(), '22 True');
});
