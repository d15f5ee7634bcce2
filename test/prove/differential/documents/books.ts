/** Trait documents: ebooks and email messages with content that conversions easily lose, such as footnotes. */
import { writeFile } from 'node:fs/promises';
import { writeZip, xmlHead } from '../../../samples/archives/zip.ts';
import { inventedWords, type TraitDocument, type WrittenTrait } from '../trait-document.ts';

const book: readonly WrittenTrait[] = [
  {
    name: 'footnote',
    shown: ['Footed sentence', 'footbody walrus'],
    body: '<p>Footed sentence.<a epub:type="noteref" href="#n1">1</a></p><aside epub:type="footnote" id="n1"><p>footbody walrus</p></aside>',
  },
  {
    name: 'hidden-text',
    shown: ['Quartz before after quartz'],
    hidden: ['veiledstyle', 'veiledattribute'],
    body: '<p>Quartz before <span style="display:none">veiledstyle </span>after quartz</p><p hidden="hidden">veiledattribute</p>',
  },
  {
    name: 'list-numbers',
    listNumbers: true,
    shown: ['7 Juniper', '8 Hemlock'],
    body: '<ol start="7"><li>Juniper</li><li>Hemlock</li></ol>',
  },
  {
    name: 'definition-list',
    shown: ['defined term', 'its meaning'],
    body: '<dl><dt>defined term</dt><dd>its meaning</dd></dl>',
  },
  {
    name: 'merged-cells',
    shown: ['spanned heading', 'right one'],
    body: '<table><tr><td colspan="2">spanned heading</td></tr><tr><td>left one</td><td>right one</td></tr></table>',
  },
  {
    name: 'symbols',
    shown: ['tick ✓ done', 'price 7 € sum'],
    body: '<p>tick ✓ done</p><p>price 7 € sum</p>',
  },
  { name: 'ruby', shown: ['漢', 'かんじ'], body: '<p><ruby>漢<rt>かんじ</rt></ruby></p>' },
];

const page = (title: string, body: string) =>
  `${xmlHead}<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>${title}</title></head><body>${body}</body></html>`;

async function writeEpub(file: string): Promise<void> {
  await writeZip(file, {
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': `${xmlHead}<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`,
    'book.opf': `${xmlHead}<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">urn:x:1</dc:identifier><dc:title>Traits of a book</dc:title><dc:language>en</dc:language><meta property="dcterms:modified">2024-01-01T00:00:00Z</meta></metadata><manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/><item id="one" href="one.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="one"/></spine></package>`,
    'nav.xhtml': page(
      'Contents',
      '<nav epub:type="toc"><ol><li><a href="one.xhtml">Opening chapter</a></li></ol></nav>',
    ),
    'one.xhtml': page('One', `<h1>Opening chapter</h1>${book.map(({ body }) => body).join('')}`),
  });
}

const fiction = `${xmlHead}<FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0" xmlns:l="http://www.w3.org/1999/xlink"><description><title-info><genre>prose</genre><author><first-name>Ada</first-name><last-name>Authoress</last-name></author><book-title>Traits of a story</book-title><lang>en</lang></title-info><document-info><author><nickname>x</nickname></author><date>2024</date><id>1</id><version>1</version></document-info></description><body><section><title><p>Opening chapter</p></title><epigraph><p>epigraph okapi</p><text-author>quoted Ferret</text-author></epigraph><p>Footed sentence.<a l:href="#n1" type="note">1</a></p><subtitle>subtitled lemur</subtitle><poem><stanza><v>verse of gulls</v><v>second verse</v></stanza></poem><cite><p>cited tapir</p></cite><table><tr><td>left one</td><td>right one</td></tr></table><p>tick ✓ done</p></section></body><body name="notes"><section id="n1"><title><p>1</p></title><p>footbody walrus</p></section></body></FictionBook>`;

const crlf = (lines: readonly string[]) => `${lines.join('\r\n')}\r\n`;

const mail = crlf([
  'From: Ada Lovelace <ada@example.org>',
  'To: Bob Tables <bob@example.org>',
  'Cc: Carol Ibex <carol@example.org>',
  'Subject: =?utf-8?q?Harbour_caf=C3=A9_news?=',
  'Date: Thu, 29 Feb 2024 09:30:00 +0000',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary=b',
  '',
  '--b',
  'Content-Type: text/html; charset=utf-8',
  '',
  '<html><body><div style="display:none">preheaderword</div><p>Dear otter, the tide is late.</p><table><tr><td>berth</td><td>12</td></tr></table></body></html>',
  '--b',
  'Content-Type: text/plain; name=ledger.txt',
  'Content-Disposition: attachment; filename=ledger.txt',
  '',
  'ledgerline',
  '--b--',
]);

const flowed = crlf([
  'From: Ada Lovelace <ada@example.org>',
  'To: Bob Tables <bob@example.org>',
  'Subject: Flowed',
  'Date: Thu, 29 Feb 2024 09:30:00 +0000',
  'MIME-Version: 1.0',
  'Content-Type: text/plain; charset=utf-8; format=flowed',
  '',
  'The gulls argue over ',
  'nothing at all.',
  '',
  '> quoted ferret',
]);

export const bookDocuments: readonly TraitDocument[] = [
  {
    name: 'epub',
    ext: 'epub',
    traits: [...book, { name: 'heading', shown: ['Opening chapter'] }, inventedWords],
    write: writeEpub,
  },
  {
    name: 'fiction-book',
    ext: 'fb2',
    traits: [
      { name: 'heading', shown: ['Opening chapter'] },
      { name: 'footnote', shown: ['Footed sentence', 'footbody walrus'] },
      { name: 'epigraph', shown: ['epigraph okapi', 'quoted Ferret'] },
      { name: 'verse', shown: ['verse of gulls', 'second verse'] },
      { name: 'subtitle-and-quotation', shown: ['subtitled lemur', 'cited tapir'] },
      { name: 'table', shown: ['left one', 'right one'] },
      { name: 'symbols', shown: ['tick ✓ done'] },
      inventedWords,
    ],
    write: (file) => writeFile(file, fiction),
  },
  {
    name: 'mail',
    ext: 'eml',
    traits: [
      { name: 'head', shown: ['Ada Lovelace', 'Bob Tables', 'Carol Ibex', 'Harbour café news'] },
      { name: 'body', shown: ['Dear otter the tide is late', 'berth'] },
      { name: 'hidden-text', hidden: ['preheaderword'] },
      { name: 'attachment', shown: ['ledger txt'], warnings: ['attachments_left_out'] },
      inventedWords,
    ],
    write: (file) => writeFile(file, mail),
  },
  {
    name: 'flowed-mail',
    ext: 'eml',
    targets: ['txt', 'md', 'html', 'pdf', 'docx'],
    traits: [{ name: 'flowed-lines', shown: ['argue over nothing at all', 'quoted ferret'] }],
    write: (file) => writeFile(file, flowed),
  },
];
