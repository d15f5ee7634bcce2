/** Pictures whose headers declare enormous dimensions or lengths. */
import { deflateSync } from 'node:zlib';
import { be16, be32, hex, le16, le32 } from '../../bytes/numbers.ts';
import { chunk, pngHead, pngOf } from '../../bytes/png.ts';
import { inCategory, type FileCase } from '../../case.ts';

const line = Buffer.alloc(64 * 1024);
/** 1 megabyte of zeros, compressed as in a PNG. */
export const empty = deflateSync(Buffer.alloc(1024 * 1024), { level: 9 });

/**
 * Returns a TIFF with one directory. Each entry has a tag, a type, a count and a value. `next` is the offset of the
 * next directory.
 */
function tiff(next: number, ...entries: readonly (readonly [number, number, number, number])[]): Buffer {
  const rows = entries.map(([tag, type, count, value]) =>
    Buffer.concat([le16(tag, type), le32(count, value)]),
  );
  return Buffer.concat([hex('49492a00 08000000'), le16(entries.length), ...rows, le32(next), line]);
}
/** Returns a TIFF of `side` by `side` pixels. `next` is the offset of the directory of the next page. */
export const tiffOf = (side: number, next = 0) =>
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

/** Maps each format to a function that makes a picture with enormous declared dimensions. */
const floods: Readonly<Record<string, () => Buffer>> = {
  png: () => pngOf(pngHead(60_000, 60_000), chunk('IDAT', empty)),
  gif: () =>
    Buffer.concat([
      Buffer.from('GIF89a'),
      hex('ffffffff800000 000000ffffff 2c00000000ffffffff00 02 02 4c01 00 3b'),
    ]),
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
    Buffer.concat([
      Buffer.from('BM'),
      le32(65_590, 0, 54),
      le32(40, 50_000, 50_000),
      le16(1, 24),
      Buffer.alloc(24),
      line,
    ]),
  tiff: () => tiffOf(60_000),
  tga: () => Buffer.concat([hex('00000a 0000000000 00000000 ffff ffff 18 00'), line]),
  pcx: () =>
    Buffer.concat([
      hex('0a 05 01 08 0000 0000 feff feff 4800 4800'),
      Buffer.alloc(48),
      hex('00 03 ffff 0100'),
      Buffer.alloc(58),
      line,
    ]),
  psd: () => psd(1, 30_000),
  psb: () => psd(2, 300_000),
  dds: () =>
    Buffer.concat([
      Buffer.from('DDS '),
      le32(124, 0x1007, 60_000, 60_000, 0),
      Buffer.alloc(52),
      le32(32, 4),
      Buffer.from('DXT1'),
      Buffer.alloc(40),
      line,
    ]),
  ppm: () => Buffer.concat([Buffer.from('P6\n60000 60000\n255\n'), line]),
  pgm: () => Buffer.concat([Buffer.from('P5\n60000 60000\n65535\n'), line]),
  pbm: () => Buffer.concat([Buffer.from('P4\n900000 900000\n'), line]),
  pam: () =>
    Buffer.concat([
      Buffer.from('P7\nWIDTH 60000\nHEIGHT 60000\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n'),
      line,
    ]),
  xbm: () => Buffer.from('#define x_width 60000\n#define x_height 60000\nstatic char x_bits[] = { 0x00 };\n'),
  xpm: () =>
    Buffer.from(
      '/* XPM */\nstatic char *x[] = {\n"60000 60000 2 1",\n"a c #000000",\n"b c #ffffff",\n"a"};\n',
    ),
  sgi: () => Buffer.concat([hex('01da 01 01 0003 ea60 ea60 0003'), Buffer.alloc(500), line]),
  ras: () => Buffer.concat([hex('59a66a95'), be32(60_000, 60_000, 24, 0xffffffff, 1, 0, 0), line]),
  miff: () =>
    Buffer.from(
      'id=ImageMagick version=1.0\nclass=DirectClass columns=60000 rows=60000 depth=16\n\f\n:\x1a\0',
    ),
  hdr: () => Buffer.concat([Buffer.from('#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 60000 +X 60000\n'), line]),
  dpx: () => {
    const head = Buffer.concat([
      Buffer.from('SDPX'),
      be32(2048),
      Buffer.from('V1.0\0\0\0\0'),
      be32(4096),
      Buffer.alloc(2028),
    ]);
    head.writeUInt16BE(0, 768);
    head.writeUInt16BE(1, 770);
    head.writeUInt32BE(60_000, 772);
    head.writeUInt32BE(60_000, 776);
    head.set(hex('32 02 02 0a'), 800);
    return Buffer.concat([head.subarray(0, 2048), line]);
  },
  j2k: () =>
    Buffer.concat([
      hex('ff4f ff51 0029 0000'),
      be32(60_000, 60_000, 0, 0, 60_000, 60_000, 0, 0),
      hex('0001 070101 ff52000c 00000001000304040001 ff5c0004 4000 ff90000a 0000 00000000 0001 ff93'),
      line,
    ]),
  jxl: () => Buffer.concat([hex('ff0a'), hex('ff 1f fe ff ff 3f 00'), line]),
  qoi: () => Buffer.concat([Buffer.from('qoif'), be32(60_000, 60_000), hex('0400'), line]),
  ico: () =>
    Buffer.concat([
      hex('0000 0100 ffff'),
      ...Array.from({ length: 4000 }, () => hex('0000 00 00 0100 2000 ffffff7f 16000000')),
      line,
    ]),
  icns: () =>
    Buffer.concat([Buffer.from('icns'), be32(0x7fffffff), Buffer.from('ic10'), be32(0x7ffffff0), line]),
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
  to: [
    ext === 'png' ? 'jpg' : 'png',
    ...(['png', 'gif', 'jpg', 'tiff'].includes(ext) ? ['webp', 'bmp', 'pdf'] : []),
  ],
  make,
}));
export const floodCases = inCategory('image', flooding);
