/** Word documents that include other files, fetch URLs, run programs, or expand to a huge size. */
import { docx, field, linkedPicture, outside, paragraph } from '../../bytes/open-xml.ts';
import { zip } from '../../bytes/zip.ts';
import { inCategory, type FileCase } from '../../case.ts';
import { laughs, zeroes } from '../files/bombs.ts';

/** Target formats that together cover the engines LibreOffice, pandoc and calibre. */
const words = ['pdf', 'html', 'epub', 'md'];

const text = '<w:t>x</w:t>';

const rows: readonly FileCase[] = [
  {
    name: 'docx-image-file',
    kind: 'read',
    ext: 'docx',
    to: words,
    make: ({ picture }) =>
      docx({ body: linkedPicture('i'), links: outside('i', 'image', `file://${picture}`) }),
  },
  {
    name: 'docx-image-temp',
    kind: 'read',
    ext: 'docx',
    to: ['pdf'],
    make: ({ tempPicture }) =>
      docx({ body: linkedPicture('i'), links: outside('i', 'image', `file://${tempPicture}`) }),
  },
  {
    name: 'docx-image-http',
    kind: 'network',
    ext: 'docx',
    to: words,
    make: ({ url }) => docx({ body: linkedPicture('i'), links: outside('i', 'image', `${url}picture.png`) }),
  },
  {
    name: 'docx-image-host',
    kind: 'network',
    ext: 'docx',
    to: ['pdf'],
    make: ({ host }) =>
      docx({ body: linkedPicture('i'), links: outside('i', 'image', `http://${host}/picture.png`) }),
  },
  {
    name: 'docx-image-share',
    kind: 'network',
    ext: 'docx',
    to: ['pdf'],
    make: () =>
      docx({ body: linkedPicture('i'), links: outside('i', 'image', 'smb://10.1.2.3/share/picture.png') }),
  },
  {
    name: 'docx-picture-old',
    kind: 'network',
    ext: 'docx',
    to: ['pdf', 'html'],
    make: ({ url }) =>
      docx({
        body: paragraph(
          '<w:pict><v:shape style="width:90pt;height:90pt"><v:imagedata r:id="i"/></v:shape></w:pict>',
        ),
        links: outside('i', 'image', `${url}picture.png`),
      }),
  },
  {
    name: 'docx-xxe',
    kind: 'read',
    ext: 'docx',
    to: words,
    make: ({ text: file }) =>
      docx({
        before: `<!DOCTYPE w [<!ENTITY x SYSTEM "file://${file}">]>`,
        body: paragraph('<w:t>&x;</w:t>'),
      }),
  },
  {
    name: 'docx-template-http',
    kind: 'network',
    ext: 'docx',
    to: ['pdf', 'odt'],
    make: ({ url }) =>
      docx({ body: paragraph(text), links: outside('t', 'attachedTemplate', `${url}t.dotm`) }),
  },
  {
    name: 'docx-include-text',
    kind: 'read',
    ext: 'docx',
    to: ['pdf', 'txt', 'html'],
    make: ({ text: file }) => docx({ body: field(`INCLUDETEXT "${file}"`) }),
  },
  {
    name: 'docx-include-picture',
    kind: 'network',
    ext: 'docx',
    to: ['pdf', 'html'],
    make: ({ url }) => docx({ body: field(`INCLUDEPICTURE "${url}picture.png" \\d`) }),
  },
  {
    name: 'docx-dde',
    kind: 'code',
    ext: 'docx',
    to: ['pdf', 'html'],
    make: ({ marker }) => docx({ body: field(`DDEAUTO /bin/sh "-c 'touch ${marker}'"`) }),
  },
  {
    name: 'docx-chunk-file',
    kind: 'read',
    ext: 'docx',
    to: ['pdf', 'html', 'md'],
    make: ({ text: file }) =>
      docx({ body: '<w:altChunk r:id="c"/>', links: outside('c', 'aFChunk', `file://${file}`) }),
  },
  {
    name: 'docx-object-link',
    kind: 'read',
    ext: 'docx',
    to: ['pdf'],
    make: ({ text: file }) =>
      docx({
        body: paragraph(
          '<w:object><o:OLEObject Type="Link" ProgID="Word.Document.8" ShapeID="s" DrawAspect="Content" r:id="o" UpdateMode="Always"/></w:object>',
        ),
        links: outside('o', 'oleObject', `file://${file}`),
      }),
  },
  {
    name: 'docx-bomb',
    kind: 'resource',
    ext: 'docx',
    to: ['pdf', 'html', 'txt', 'epub'],
    long: true,
    make: async () =>
      docx({
        body: paragraph(text),
        more: [
          {
            name: 'word/styles.xml',
            packed: { bytes: await zeroes.deflate(1100), plain: 1100 * 1024 ** 2, crc: 0 },
          },
        ],
      }),
  },
  {
    name: 'docx-blank-bomb',
    kind: 'resource',
    ext: 'docx',
    to: ['pdf', 'html', 'md', 'epub'],
    long: true,
    make: () => docx({ body: paragraph(`<w:t xml:space="preserve">${' '.repeat(200_000_000)}</w:t>`) }),
  },
  {
    name: 'docx-laughs',
    kind: 'resource',
    ext: 'docx',
    to: ['pdf', 'html'],
    make: () => docx({ before: `<!DOCTYPE w [${laughs}]>`, body: paragraph('<w:t>&l9;</w:t>') }),
  },
  {
    name: 'docx-deep',
    kind: 'resource',
    ext: 'docx',
    to: ['pdf', 'html', 'txt'],
    long: true,
    make: () =>
      docx({
        body: '<w:tbl><w:tr><w:tc>'.repeat(20_000) + '<w:p/>' + '</w:tc></w:tr></w:tbl>'.repeat(20_000),
      }),
  },
  {
    name: 'docx-slip',
    kind: 'write',
    ext: 'docx',
    to: ['pdf', 'html', 'epub'],
    make: ({ marker }) =>
      docx({ body: paragraph(text), more: [{ name: `../../../../../..${marker}`, data: 'x' }] }),
  },
  {
    name: 'docx-pretending-zip-bomb',
    kind: 'resource',
    ext: 'docx',
    to: ['pdf', 'md'],
    make: () =>
      zip([
        { name: 'word/document.xml', data: 'x', claims: 0xfffffff0 },
        ...Array.from({ length: 60_000 }, (_, n) => ({ name: `word/${n}.xml`, stored: true as const })),
      ]),
  },
];

export const wordCases = inCategory('office', rows);
