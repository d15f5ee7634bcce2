/**
 * Tests that conversions of e-books keep the content that e-book readers show: notes and the text that style sheets
 * generate, but no hidden parts.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { xmlHead, zipOf } from '../../samples/archives/zip.ts';
import { openWords } from '../../support/results/words-of-result.ts';

const convert = openWords();

const css = `.veiled { display: none } .notice::before { content: "Notice: " } aside { display: none }
ol.letters { list-style-type: upper-alpha }`;
const chapter = `<p>Quartz before <span class="veiled">SECRET </span>after</p><p hidden="hidden">SECRET</p>
<p style="visibility:hidden">SECRET</p><p class="notice">mind the gap</p><ol class="letters" start="3"><li>Larch</li></ol>
<p>Footed.<a epub:type="noteref" href="#n1">1</a></p><aside epub:type="footnote" id="n1"><p>walrus body</p></aside>`;

const page = (body: string) =>
  `${xmlHead}<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>Book</title>
<link rel="stylesheet" type="text/css" href="../css/book.css"/></head><body>${body}</body></html>`;

const book = (body: string, style = css, files: Readonly<Record<string, Buffer>> = {}) =>
  zipOf({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': `${xmlHead}<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`,
    'OEBPS/book.opf': `${xmlHead}<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">urn:x:1</dc:identifier><dc:title>Book</dc:title><dc:language>en</dc:language></metadata><manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/><item id="css" href="css/book.css" media-type="text/css"/>${Object.keys(
      files,
    )
      .map((name, n) => `<item id="file-${n}" href="${name}" media-type="image/png"/>`)
      .join(
        '',
      )}<item id="one" href="text/one.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="one"/></spine></package>`,
    'OEBPS/nav.xhtml': page('<nav epub:type="toc"><ol><li><a href="text/one.xhtml">One</a></li></ol></nav>'),
    'OEBPS/css/book.css': style,
    'OEBPS/text/one.xhtml': page(body),
    ...Object.fromEntries(Object.entries(files).map(([name, content]) => [`OEBPS/${name}`, content])),
  });

for (const target of ['txt', 'md', 'html', 'docx', 'pdf', 'rst'])
  test(`writes only the visible text of a book to ${target}`, async () => {
    const { words, warnings } = await convert(['book.epub', await book(chapter)], target);
    assert.match(words, /Quartz before after\b.*Notice: (?:<\/span>)?mind the gap/);
    assert.match(words, /Footed.*walrus body/);
    const list = { html: /start="3" type="A"/, docx: /Larch/ }[target] ?? /C[.\\]+ Larch/;
    assert.match(words, list);
    assert.doesNotMatch(words, /SECRET/);
    assert.match(warnings, /hidden_text/);
  });

test('does not warn about a book without hidden text', async () => {
  const { words, warnings } = await convert(['book.epub', await book('<p>Seen&#160;here</p>')], 'txt');
  assert.match(words, /Seen\shere/);
  assert.equal(warnings, '');
});

test("keeps pictures that only the book's style sheet uses", async () => {
  const red = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#ff0000' } })
    .png()
    .toBuffer();
  const style =
    '.seal::after { content: url(../pictures/seal.png) } ul { list-style: url(../pictures/seal.png) }';
  const file = await book('<p class="seal">Signed</p><ul><li>Item</li></ul>', style, {
    'pictures/seal.png': red,
  });
  const { words, warnings } = await convert(['book.epub', file], 'md');
  assert.match(words, /Signed!\[\]\(data:image\/png[^)]*\) - !\[\]\(data:image\/png[^)]*\) Item/);
  assert.equal(warnings, '');
});
