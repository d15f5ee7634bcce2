/**
 * Files that attack the engine that removes metadata. Unlike other engines, the engine that removes metadata reads
 * every part of a file.
 */
import { be16, be32, le16, le32 } from '../../bytes/numbers.ts';
import { docx, paragraph } from '../../bytes/open-xml.ts';
import { onePage } from '../../bytes/pdf.ts';
import { plainPng } from '../../bytes/png.ts';
import { svg } from '../../bytes/svg.ts';
import { zip, zipOf } from '../../bytes/zip.ts';
import { inCategory, type FileCase } from '../../case.ts';
import { laughs, zeroes } from './bombs.ts';

const fields = { strip_metadata: 'true' };
const text = paragraph('<w:t>x</w:t>');

const same = (ext: string, name: string, kind: FileCase['kind'], make: FileCase['make']): FileCase => ({
  name: `clean-${name}`,
  kind,
  ext,
  to: [ext],
  fields,
  make,
});

/** Returns a Word document that contains another Word document, and so on, with `depth` levels. */
const nested = (depth: number): Buffer =>
  docx({
    body: text,
    more: depth > 0 ? [{ name: `word/embeddings/d${depth}.docx`, data: nested(depth - 1) }] : [],
  });

/**
 * A TIFF with one directory. The pointers to EXIF data, to subdirectories and to the next directory all lead back to
 * this directory.
 */
const ring = Buffer.concat([
  Buffer.from('II*\0'),
  le32(8),
  le16(2),
  le16(34665, 4),
  le32(1, 8),
  le16(330, 4),
  le32(1, 8),
  le32(8),
]);

/** Returns the beginning of a JPEG with the given number of empty segments. */
const manySegments = (count: number) =>
  Buffer.concat([
    Buffer.from('ffd8', 'hex'),
    ...Array.from({ length: count }, () => Buffer.from('ffe10002', 'hex')),
  ]);

const office: readonly FileCase[] = [
  same('docx', 'bomb-in-docx', 'resource', async () =>
    docx({
      body: text,
      more: [
        {
          name: 'word/media/zeroes.bin',
          packed: { bytes: await zeroes.deflate(3000), plain: 3000 * 1024 * 1024, crc: 0 },
        },
      ],
    }),
  ),
  same('docx', 'bomb-that-lies', 'resource', async () =>
    docx({
      body: text,
      more: [{ name: 'word/footer1.xml', packed: { bytes: await zeroes.deflate(3000), plain: 10, crc: 0 } }],
    }),
  ),
  same('docx', 'many-members', 'resource', () =>
    docx({
      body: text,
      more: Array.from({ length: 60_000 }, (_, n) => ({ name: `word/m${n}.xml`, data: '<a/>' })),
    }),
  ),
  same('docx', 'laughs', 'resource', () =>
    docx({ body: paragraph('<w:t>&l9;</w:t>'), before: `<!DOCTYPE w [${laughs}]>` }),
  ),
  same('docx', 'entity-file', 'read', ({ text: file }) =>
    docx({ body: paragraph('<w:t>&f;</w:t>'), before: `<!DOCTYPE w [<!ENTITY f SYSTEM "file://${file}">]>` }),
  ),
  same('docx', 'dtd-http', 'network', ({ url }) =>
    docx({ body: text, before: `<!DOCTYPE w SYSTEM "${url}w.dtd">` }),
  ),
  same('docx', 'traversal', 'write', ({ marker, tempMarker }) =>
    docx({
      body: text,
      more: [
        { name: `../../../../../..${marker}`, data: 'x' },
        { name: tempMarker, data: 'x' },
        { name: 'word/media/link', data: '/etc/passwd', mode: 0o120777 },
      ],
    }),
  ),
  same('docx', 'documents-in-documents', 'resource', () => nested(40)),
  same('docx', 'deep-elements', 'resource', () =>
    docx({ body: '<w:p>'.repeat(300_000) + '</w:p>'.repeat(300_000) }),
  ),
  same('docx', 'tags-that-do-not-end', 'resource', () => docx({ body: '<w:p a="'.repeat(500_000) })),
  same('odt', 'odt-entity-file', 'read', ({ text: file }) =>
    zipOf({
      mimetype: 'application/vnd.oasis.opendocument.text',
      'content.xml': `<!DOCTYPE o [<!ENTITY f SYSTEM "file://${file}">]><office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0">&f;</office:document-content>`,
    }),
  ),
  same('epub', 'epub-traversal', 'write', ({ marker }) =>
    zip([
      { name: 'mimetype', data: 'application/epub+zip', stored: true },
      { name: `../../../../..${marker}`, data: 'x' },
      { name: 'a.opf', data: '<package/>' },
    ]),
  ),
  same('rtf', 'rtf-groups', 'resource', () => `{\\rtf1 ${'{'.repeat(2_000_000)}`),
  same('rtf', 'rtf-bin', 'resource', () => '{\\rtf1 \\bin999999999 x}'),
];

const pictures: readonly FileCase[] = [
  same('svg', 'svg-laughs', 'resource', () =>
    svg('<text>&l9;</text>', { before: `<!DOCTYPE svg [${laughs}]>` }),
  ),
  same('svg', 'svg-entity-file', 'read', ({ text: file }) =>
    svg('<text>&f;</text>', { before: `<!DOCTYPE svg [<!ENTITY f SYSTEM "file://${file}">]>` }),
  ),
  same('svg', 'svg-comments', 'resource', () => svg('<!--'.repeat(1_000_000))),
  same('tiff', 'tiff-ring', 'resource', () => ring),
  same('jpg', 'jpg-segments', 'resource', () => manySegments(2_000_000)),
  same('png', 'png-length', 'resource', () => {
    const plain = plainPng(1, 1, []);
    return Buffer.concat([
      plain.subarray(0, 33),
      be32(0x7fffffff),
      Buffer.from('tEXt'),
      be16(0),
      plain.subarray(33),
    ]);
  }),
];

const papers: readonly FileCase[] = [
  same('pdf', 'pdf-ring', 'resource', () =>
    onePage('', {
      catalogue: '/Metadata 5 0 R /PieceInfo 5 0 R /AF [ 5 0 R ]',
      more: ['<< /EF << /F 5 0 R >> /Params 5 0 R /A [ 5 0 R 5 0 R ] >>'],
    }),
  ),
  same('pdf', 'pdf-deep', 'resource', () =>
    onePage('', { page: `/Deep ${'<< /A '.repeat(50_000)}1${' >>'.repeat(50_000)}` }),
  ),
  same('pdf', 'pdf-stream-in-a-file', 'read', ({ text: file }) => onePage('', { head: `/F (${file})` })),
];

export const metadataCases = [
  ...inCategory('office', office),
  ...inCategory('image', pictures),
  ...inCategory('page', papers),
];
