/** Raster images that are scripts, that name other files, or that claim to be larger than any memory. */
import { deflateSync } from 'node:zlib';
import { be16, be32, hex, le16, le32 } from '../bytes/numbers.ts';
import { chunk, plainPng, pngHead, pngOf } from '../bytes/png.ts';
import { inCategory, type Bait, type FileCase } from '../case.ts';
import { zeroes } from './bombs.ts';

/** A script of ImageMagick's own language that reads a file. */
const mvg = (bait: Bait) =>
  `push graphic-context\nviewbox 0 0 100 100\nimage over 0,0 100,100 'text:${bait.text}'\nimage over 0,0 9,9 '${bait.url}x.png'\npop graphic-context\n`;
const mvgShell = (bait: Bait) =>
  `push graphic-context\nviewbox 0 0 100 100\nfill 'url(https://127.0.0.1/x.png"|touch "${bait.marker})'\npop graphic-context\n`;
const msl = (bait: Bait) =>
  `<?xml version="1.0"?><image><read filename="${bait.picture}"/><write filename="${bait.marker}"/></image>`;
const postScript = (bait: Bait) =>
  `%!PS\n(${bait.marker}) (w) file dup (x) writestring closefile\n(${bait.text}) (r) file 99 string readstring pop = showpage\n`;

const poses: readonly [string, string, FileCase['kind'], (bait: Bait) => string][] = [
  ['mvg', 'png', 'read', mvg],
  ['mvg-shell', 'png', 'code', mvgShell],
  ['msl', 'png', 'write', msl],
  ['postscript', 'png', 'write', postScript],
  ['mvg', 'gif', 'read', mvg],
  ['mvg-shell', 'jpg', 'code', mvgShell],
  ['msl', 'bmp', 'write', msl],
  ['postscript', 'jpg', 'write', postScript],
  ['mvg', 'pcx', 'read', mvg],
  ['postscript', 'tiff', 'write', postScript],
  ['msl', 'miff', 'write', msl],
  ['mvg', 'tga', 'read', mvg],
  ['postscript', 'heic', 'write', postScript],
  ['mvg-shell', 'ico', 'code', mvgShell],
];

/** Whatever looks like something else is refused, also by tools that would look for themselves. */
const posing: readonly FileCase[] = poses.flatMap(([what, ext, kind, make]) => [
  {
    name: `${ext}-is-${what}`,
    kind,
    ext,
    to: [ext === 'webp' ? 'png' : 'webp', 'bmp'].filter((to) => to !== ext),
    refused: true,
    make,
  },
  {
    name: `${ext}-is-${what}-declared`,
    kind,
    ext,
    to: [ext === 'webp' ? 'png' : 'webp'],
    fields: { source: ext },
    refused: true,
    make,
  },
]);

/** Sources that are programs: nobody may choose them. */
const languages: readonly FileCase[] = (
  [
    ['mvg', 'code', mvgShell],
    ['msl', 'write', msl],
  ] as const
).map(([ext, kind, make]) => ({
  name: `source-${ext}`,
  kind,
  ext,
  to: ['png'],
  fields: { source: ext },
  refused: true,
  make,
}));

const line = Buffer.alloc(64 * 1024);
const empty = deflateSync(Buffer.alloc(1024 * 1024), { level: 9 });

/** The directory of a TIFF, of entries as tag, type, count and value. */
function tiff(next: number, ...entries: readonly (readonly [number, number, number, number])[]): Buffer {
  const rows = entries.map(([tag, type, count, value]) =>
    Buffer.concat([le16(tag, type), le32(count, value)]),
  );
  return Buffer.concat([hex('49492a00 08000000'), le16(entries.length), ...rows, le32(next), line]);
}

const tiffOf = (side: number, next = 0) =>
  tiff(
    next,
    ...([
      [256, 4, 1, side],
      [257, 4, 1, side],
      [258, 3, 1, 8],
      [259, 3, 1, 1],
      [262, 3, 1, 1],
      [273, 4, 1, 8],
      [277, 3, 1, 1],
      [278, 4, 1, side],
      [279, 4, 1, 0xffffff],
    ] as const),
  );

const psd = (version: number, side: number) =>
  Buffer.concat([
    Buffer.from('8BPS'),
    be16(version),
    Buffer.alloc(6),
    be16(3),
    be32(side, side),
    be16(8, 3),
    Buffer.alloc(12),
    be16(0),
    line,
  ]);

/** What a file of each format looks like whose head promises thousands of millions of pixels. */
const floods: Readonly<Record<string, () => Buffer>> = {
  png: () => pngOf(pngHead(60_000, 60_000), chunk('IDAT', empty)),
  gif: () => Buffer.concat([Buffer.from('GIF89a'), hex('ffffffff800000 000000ffffff 2c00000000ffffffff00 02 02 4c01 00 3b')]),
  jpg: () =>
    hex(
      `ffd8 ffdb0043 00${'01'.repeat(64)} ffc0000b 08 ffdc ffdc 01 011100 ffc40014 00 01${'00'.repeat(15)}00 ffc40014 10 01${'00'.repeat(15)}00 ffda0008 01 0100 003f00 ${'00'.repeat(500)} ffd9`,
    ),
  webp: () =>
    Buffer.concat([
      Buffer.from('RIFF'),
      le32(4096),
      Buffer.from('WEBPVP8 '),
      le32(4084),
      hex('30010 0 9d012a ff3f ff3f'.replaceAll(' ', '')),
      Buffer.alloc(4074),
    ]),
  bmp: () =>
    Buffer.concat([Buffer.from('BM'), le32(65_590, 0, 54), le32(40, 50_000, 50_000), le16(1, 24), Buffer.alloc(24), line]),
  tiff: () => tiffOf(60_000),
  tga: () => Buffer.concat([hex('00000a 0000000000 00000000 ffff ffff 18 00'), line]),
  pcx: () =>
    Buffer.concat([hex('0a 05 01 08 0000 0000 feff feff 4800 4800'), Buffer.alloc(48), hex('00 03 ffff 0100'), Buffer.alloc(58), line]),
  psd: () => psd(1, 30_000),
  psb: () => psd(2, 300_000),
  dds: () => Buffer.concat([Buffer.from('DDS '), le32(124, 0x1007, 60_000, 60_000, 0), Buffer.alloc(52), le32(32, 4), Buffer.from('DXT1'), Buffer.alloc(40), line]),
  ppm: () => Buffer.concat([Buffer.from('P6\n60000 60000\n255\n'), line]),
  pgm: () => Buffer.concat([Buffer.from('P5\n60000 60000\n65535\n'), line]),
  pbm: () => Buffer.concat([Buffer.from('P4\n900000 900000\n'), line]),
  pam: () => Buffer.concat([Buffer.from('P7\nWIDTH 60000\nHEIGHT 60000\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n'), line]),
  xbm: () => Buffer.from('#define x_width 60000\n#define x_height 60000\nstatic char x_bits[] = { 0x00 };\n'),
  xpm: () => Buffer.from('/* XPM */\nstatic char *x[] = {\n"60000 60000 2 1",\n"a c #000000",\n"b c #ffffff",\n"a"};\n'),
  sgi: () => Buffer.concat([hex('01da 01 01 0003 ea60 ea60 0003'), Buffer.alloc(500), line]),
  ras: () => Buffer.concat([hex('59a66a95'), be32(60_000, 60_000, 24, 0xffffffff, 1, 0, 0), line]),
  miff: () => Buffer.from('id=ImageMagick version=1.0\nclass=DirectClass columns=60000 rows=60000 depth=16\n\f\n:\x1a\0'),
  hdr: () => Buffer.concat([Buffer.from('#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 60000 +X 60000\n'), line]),
  dpx: () => {
    const head = Buffer.concat([Buffer.from('SDPX'), be32(2048), Buffer.from('V1.0\0\0\0\0'), be32(4096), Buffer.alloc(2028)]);
    head.writeUInt16BE(0, 768);
    head.writeUInt16BE(1, 770);
    head.writeUInt32BE(60_000, 772);
    head.writeUInt32BE(60_000, 776);
    head.set(hex('32 02 02 0a'), 800);
    return Buffer.concat([head.subarray(0, 2048), line]);
  },
  j2k: () => Buffer.concat([hex('ff4f ff51 0029 0000'), be32(60_000, 60_000, 0, 0, 60_000, 60_000, 0, 0), hex('0001 070101 ff52000c 00000001000304040001 ff5c0004 4000 ff90000a 0000 00000000 0001 ff93'), line]),
  jxl: () => Buffer.concat([hex('ff0a'), hex('ff 1f fe ff ff 3f 00'), line]),
  qoi: () => Buffer.concat([Buffer.from('qoif'), be32(60_000, 60_000), hex('0400'), line]),
  ico: () => Buffer.concat([hex('0000 0100 ffff'), ...Array.from({ length: 4000 }, () => hex('0000 00 00 0100 2000 ffffff7f 16000000')), line]),
  icns: () => Buffer.concat([Buffer.from('icns'), be32(0x7fffffff), Buffer.from('ic10'), be32(0x7ffffff0), line]),
  exr: () =>
    Buffer.concat([
      hex('762f3101 02000000'),
      Buffer.from('channels\0chlist\0'),
      le32(19),
      Buffer.from('R\0'),
      le32(1, 0, 1, 1),
      hex('00'),
      Buffer.from('compression\0compression\0'),
      le32(1),
      hex('00'),
      ...['dataWindow', 'displayWindow'].map((name) =>
        Buffer.concat([Buffer.from(`${name}\0box2i\0`), le32(16, 0, 0, 999_999, 999_999)]),
      ),
      Buffer.from('lineOrder\0lineOrder\0'),
      le32(1),
      hex('00'),
      Buffer.from('pixelAspectRatio\0float\0'),
      le32(4),
      hex('0000803f'),
      Buffer.from('screenWindowCenter\0v2f\0'),
      le32(8, 0, 0),
      Buffer.from('screenWindowWidth\0float\0'),
      le32(4),
      hex('0000803f 00'),
      line,
    ]),
};

const flooding: readonly FileCase[] = Object.entries(floods).map(([ext, make]) => ({
  name: `${ext}-flood`,
  kind: 'resource',
  ext,
  to: [ext === 'png' ? 'jpg' : 'png', ...(['png', 'gif', 'jpg', 'tiff'].includes(ext) ? ['webp', 'bmp', 'pdf'] : [])],
  make,
}));

const frame = hex('21f904000000000 0 2c00000000 0100 0100 00 02 02 4401 00'.replaceAll(' ', ''));

const others: readonly FileCase[] = [
  {
    name: 'png-profile',
    kind: 'read',
    ext: 'png',
    to: ['jpg', 'bmp', 'webp', 'tiff'],
    make: (bait) => plainPng(9, 9, [1, 2, 3], [chunk('tEXt', `profile\0${bait.text}`)]),
  },
  {
    name: 'png-text-bomb',
    kind: 'resource',
    ext: 'png',
    to: ['jpg', 'bmp'],
    make: () => plainPng(9, 9, [1, 2, 3], Array<Buffer>(200).fill(chunk('zTXt', Buffer.concat([Buffer.from('c\0\0'), deflateSync(Buffer.alloc(16 * 1024 * 1024), { level: 9 })])))),
    long: true,
  },
  {
    name: 'png-profile-bomb',
    kind: 'resource',
    ext: 'png',
    to: ['jpg', 'bmp'],
    make: async () =>
      plainPng(9, 9, [1, 2, 3], [chunk('iCCP', Buffer.concat([Buffer.from('p\0\0'), await zeroes.zlib(1024)]))]),
    long: true,
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
    to: ['webp', 'mp4', 'png', 'bmp'],
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
    to: ['png', 'webp', 'bmp', 'pdf'],
    make: () => tiffOf(16, 8),
  },
  {
    name: 'tiff-many-pages',
    kind: 'resource',
    ext: 'tiff',
    to: ['png', 'pdf'],
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
        const body = rows.map(([tag, type, number, value]) => Buffer.concat([le16(tag, type), le32(number, value)]));
        return Buffer.concat([le16(rows.length), ...body, le32(n + 1 < count ? at + 102 : 0)]);
      });
      return Buffer.concat([hex('49492a00 08000000'), ...pages]);
    },
  },
  {
    name: 'jpg-many-scans',
    kind: 'resource',
    ext: 'jpg',
    to: ['png', 'bmp'],
    make: () =>
      Buffer.concat([
        hex(`ffd8 ffdb0043 00${'01'.repeat(64)} ffc2000b 08 4000 4000 01 011100 ffc40014 00 01${'00'.repeat(15)}00`),
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
      const head = Buffer.concat([le32(1, 88, 0, 0, 0x7fffffff, 0x7fffffff, 0, 0, 0x7fffffff, 0x7fffffff), Buffer.from(' EMF'), le32(0x10000, 20_000_000, 1_000_000), le16(1, 0), le32(0, 0, 0, 1024, 768, 320, 240)]);
      const shape = le32(43, 24, 0, 0, 0x7fffffff, 0x7fffffff);
      return Buffer.concat([head, ...Array.from({ length: 500_000 }, () => shape), le32(14, 20, 0, 16, 20)]);
    },
    long: true,
  },
];

export const pictures = inCategory('image', [...posing, ...languages, ...flooding, ...others]);
