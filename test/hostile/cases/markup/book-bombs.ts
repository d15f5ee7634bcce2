/** E-books that unpack to a huge size, have too many parts, or declare false lengths. */
import { crc32 } from 'node:zlib';
import { epub } from '../../bytes/epub.ts';
import { chunk, pngHead, pngOf } from '../../bytes/png.ts';
import { zip, zipOf } from '../../bytes/zip.ts';
import { inCategory, type FileCase } from '../../case.ts';
import { zeroes } from '../files/bombs.ts';

const few = ['mobi', 'pdf', 'docx'];
const huge = pngOf(pngHead(60_000, 60_000), chunk('IDAT', 'x'));
const costly: readonly FileCase[] = [
  {
    name: 'epub-bomb',
    kind: 'resource',
    ext: 'epub',
    to: few,
    long: true,
    make: async () =>
      epub({
        page: '',
        items: '<item id="b" href="b.css" media-type="text/css"/>',
        more: [
          { name: 'b.css', packed: { bytes: await zeroes.deflate(1100), plain: 1100 * 1024 ** 2, crc: 0 } },
        ],
      }),
  },
  {
    name: 'epub-many',
    kind: 'resource',
    ext: 'epub',
    to: few,
    long: true,
    make: () =>
      epub({
        page: '',
        more: Array.from({ length: 60_000 }, (_, n) => ({
          name: `f${n}.xhtml`,
          data: '<p/>',
          stored: true as const,
        })),
      }),
  },
  {
    name: 'epub-deep',
    kind: 'resource',
    ext: 'epub',
    to: few,
    long: true,
    make: () => epub({ page: `${'<div>'.repeat(50_000)}${'</div>'.repeat(50_000)}` }),
  },
  {
    name: 'epub-picture-flood',
    kind: 'resource',
    ext: 'epub',
    to: few,
    make: () =>
      epub({
        page: '<img src="h.png"/>',
        items: '<item id="h" href="h.png" media-type="image/png"/>',
        more: [{ name: 'h.png', data: huge }],
      }),
  },
  {
    name: 'cbz-flood',
    kind: 'resource',
    ext: 'cbz',
    to: ['pdf', 'epub', 'cbt'],
    make: () => zipOf(Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`${n}.png`, huge]))),
  },
  {
    name: 'cbz-bomb',
    kind: 'resource',
    ext: 'cbz',
    to: ['pdf', 'epub', 'cb7'],
    make: async () =>
      zip([
        { name: 'a.png', packed: { bytes: await zeroes.deflate(1100), plain: 1100 * 1024 ** 2, crc: 0 } },
      ]),
  },
  {
    name: 'cbz-slip',
    kind: 'write',
    ext: 'cbz',
    to: ['pdf', 'cbt', 'cb7', 'epub'],
    make: ({ marker }) => zipOf({ 'a.png': 'x', [`../../../../../..${marker}.png`]: 'x' }),
  },
  {
    name: 'mobi-lie',
    kind: 'resource',
    ext: 'mobi',
    to: ['epub', 'txt'],
    make: () => palm('BOOKMOBI', 0xffff),
  },
  {
    name: 'pdb-lie',
    kind: 'resource',
    ext: 'pdb',
    to: ['epub', 'txt'],
    make: () => palm('TEXtREAd', 0x7fff),
  },
  {
    name: 'lrf-lie',
    kind: 'resource',
    ext: 'lrf',
    to: ['epub', 'txt'],
    make: () => Buffer.concat([Buffer.from('L\0R\0F\0\0\0'), Buffer.alloc(4000, 0xff)]),
  },
  {
    name: 'lit-lie',
    kind: 'resource',
    ext: 'lit',
    to: ['epub', 'txt'],
    make: () => Buffer.concat([Buffer.from('ITOLITLS'), Buffer.alloc(4000, 0x7f)]),
  },
  {
    name: 'rb-lie',
    kind: 'resource',
    ext: 'rb',
    to: ['epub'],
    make: () => Buffer.concat([Buffer.from('b00cb00c', 'hex'), Buffer.alloc(4000, 0x7f)]),
  },
  {
    name: 'tcr-bomb',
    kind: 'resource',
    ext: 'tcr',
    to: ['epub', 'txt'],
    make: () =>
      Buffer.concat([
        Buffer.from('!!8-Bit!!'),
        ...Array.from({ length: 256 }, () => Buffer.concat([Buffer.from([255]), Buffer.alloc(255, 0x61)])),
        Buffer.alloc(8 * 1024 * 1024, 1),
      ]),
  },
];

/** Returns a Palm database with a header that declares `records` records. */
function palm(type: string, records: number): Buffer {
  const head = Buffer.alloc(78);
  head.write('x');
  head.write(type, 60);
  head.writeUInt16BE(records, 76);
  return Buffer.concat([head, Buffer.alloc(records * 8, 0x7f), Buffer.from(String(crc32('x')))]);
}
export const bookBombs = inCategory('ebook', costly);
