/** Pictures that refer to other files, have too many parts, contain loops, or unpack to a huge size. */
import { deflateSync } from 'node:zlib';
import { be16, be32, hex, le16, le32 } from '../../bytes/numbers.ts';
import { chunk, plainPng, pngHead, pngOf } from '../../bytes/png.ts';
import { inCategory, type FileCase } from '../../case.ts';
import { zeroes } from '../files/bombs.ts';
import { empty, tiffOf } from './floods.ts';

const frame = hex('21f904000000000 0 2c00000000 0100 0100 00 02 02 4401 00'.replaceAll(' ', ''));

/** Returns an EXIF block with a directory that contains only pointers to itself. */
function exifLoop(): Buffer {
  const pointer = Buffer.concat([le16(0x8769, 4), le32(1, 8)]);
  return Buffer.concat([hex('49492a0008000000'), le16(500), ...Array<Buffer>(500).fill(pointer), le32(0)]);
}

const others: readonly FileCase[] = [
  {
    name: 'png-profile',
    kind: 'read',
    ext: 'png',
    to: ['jpg', 'bmp', 'webp', 'tiff', 'png'],
    make: (fixtures) => plainPng(9, 9, [1, 2, 3], [chunk('tEXt', `profile\0${fixtures.text}`)]),
  },
  {
    name: 'png-text-bomb',
    kind: 'resource',
    ext: 'png',
    to: ['jpg', 'bmp', 'png'],
    make: () =>
      plainPng(
        9,
        9,
        [1, 2, 3],
        Array<Buffer>(200).fill(
          chunk(
            'zTXt',
            Buffer.concat([Buffer.from('c\0\0'), deflateSync(Buffer.alloc(16 * 1024 * 1024), { level: 9 })]),
          ),
        ),
      ),
    long: true,
  },
  {
    name: 'png-profile-bomb',
    kind: 'resource',
    ext: 'png',
    to: ['jpg', 'bmp', 'png'],
    make: async () =>
      plainPng(
        9,
        9,
        [1, 2, 3],
        [chunk('iCCP', Buffer.concat([Buffer.from('p\0\0'), await zeroes.zlib(1100)]))],
      ),
    long: true,
  },
  {
    name: 'png-exif-loop',
    kind: 'resource',
    ext: 'png',
    to: ['tiff', 'jxl', 'jpg', 'png'],
    make: () => plainPng(9, 9, [1, 2, 3], [chunk('eXIf', exifLoop())]),
  },
  {
    name: 'apng-many-frames',
    kind: 'resource',
    ext: 'apng',
    to: ['gif', 'webp', 'mp4'],
    make: () =>
      pngOf(
        pngHead(2000, 2000),
        chunk('acTL', be32(100_000, 0)),
        ...Array.from({ length: 1000 }, (_, n) =>
          Buffer.concat([
            chunk('fcTL', Buffer.concat([be32(2 * n, 2000, 2000, 0, 0), be16(1, 100), hex('0000')])),
            chunk('fdAT', Buffer.concat([be32(2 * n + 1), empty])),
          ]),
        ),
      ),
  },
  {
    name: 'gif-many-frames',
    kind: 'resource',
    ext: 'gif',
    to: ['webp', 'mp4', 'png', 'bmp', 'gif'],
    make: () =>
      Buffer.concat([
        Buffer.from('GIF89a'),
        hex('00100010 800000 000000ffffff'),
        ...Array.from({ length: 20_000 }, () => frame),
        hex('3b'),
      ]),
  },
  {
    name: 'tiff-directory-loop',
    kind: 'resource',
    ext: 'tiff',
    to: ['png', 'webp', 'bmp', 'pdf', 'tiff'],
    make: () => tiffOf(16, 8),
  },
  {
    name: 'tiff-many-pages',
    kind: 'resource',
    ext: 'tiff',
    to: ['png', 'pdf', 'tiff'],
    make: () => {
      const count = 60_000;
      const pages = Array.from({ length: count }, (_, n) => {
        const at = 8 + n * 102;
        const rows = [
          [256, 4, 1, 1],
          [257, 4, 1, 1],
          [258, 3, 1, 8],
          [262, 3, 1, 1],
          [273, 4, 1, 8],
          [277, 3, 1, 1],
          [278, 4, 1, 1],
          [279, 4, 1, 1],
        ] as const;
        const body = rows.map(([tag, type, number, value]) =>
          Buffer.concat([le16(tag, type), le32(number, value)]),
        );
        return Buffer.concat([le16(rows.length), ...body, le32(n + 1 < count ? at + 102 : 0)]);
      });
      return Buffer.concat([hex('49492a00 08000000'), ...pages]);
    },
  },
  {
    name: 'jpg-many-scans',
    kind: 'resource',
    ext: 'jpg',
    to: ['png', 'bmp', 'jpg'],
    make: () =>
      Buffer.concat([
        hex(
          `ffd8 ffdb0043 00${'01'.repeat(64)} ffc2000b 08 4000 4000 01 011100 ffc40014 00 01${'00'.repeat(15)}00`,
        ),
        ...Array.from({ length: 20_000 }, () => hex('ffda0008 01 0100 000001 00')),
        hex('ffd9'),
      ]),
  },
  {
    name: 'emf-many-records',
    kind: 'resource',
    ext: 'emf',
    to: ['png', 'svg', 'pdf'],
    make: () => {
      const head = Buffer.concat([
        le32(1, 88, 0, 0, 0x7fffffff, 0x7fffffff, 0, 0, 0x7fffffff, 0x7fffffff),
        Buffer.from(' EMF'),
        le32(0x10000, 20_000_000, 1_000_000),
        le16(1, 0),
        le32(0, 0, 0, 1024, 768, 320, 240),
      ]);
      const shape = le32(43, 24, 0, 0, 0x7fffffff, 0x7fffffff);
      return Buffer.concat([head, ...Array.from({ length: 500_000 }, () => shape), le32(14, 20, 0, 16, 20)]);
    },
    long: true,
  },
];
export const pictures = inCategory('image', others);
