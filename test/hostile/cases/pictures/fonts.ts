/** Fonts that contain programs, refer to other files, declare false lengths, or unpack to a huge size. */
import { deflateSync } from 'node:zlib';
import { be16, be32, hex, le32 } from '../../bytes/numbers.ts';
import { zipOf } from '../../bytes/zip.ts';
import { inCategory } from '../../case.ts';
import { cases, type Row } from '../rows.ts';

const filler = Buffer.alloc(8192, 0x7f);

const fonts: readonly Row[] = [
  [
    'woff-lie',
    'resource',
    'woff',
    ['ttf', 'woff2', 'pdf'],
    () =>
      Buffer.concat([
        Buffer.from('wOFF'),
        hex('00010000'),
        be32(200),
        be16(1, 0),
        be32(0x7fffffff),
        Buffer.alloc(20),
        Buffer.from('glyf'),
        be32(64, 100, 0x7fffffff, 0),
        filler,
      ]),
  ],
  [
    'woff-bomb',
    'resource',
    'woff',
    ['ttf', 'woff2', 'otf'],
    () => {
      const packed = deflateSync(Buffer.alloc(256 * 1024 * 1024), { level: 9 });
      return Buffer.concat([
        Buffer.from('wOFF'),
        hex('00010000'),
        be32(64 + packed.length),
        be16(1, 0),
        be32(256 * 1024 * 1024),
        Buffer.alloc(24),
        Buffer.from('glyf'),
        be32(64, packed.length, 256 * 1024 * 1024, 0),
        packed,
      ]);
    },
  ],
  [
    'woff2-lie',
    'resource',
    'woff2',
    ['ttf', 'woff', 'pdf'],
    () =>
      Buffer.concat([
        Buffer.from('wOF2'),
        hex('00010000'),
        be32(4096),
        be16(64, 0),
        be32(0x7fffffff, 0x7fffffff),
        filler,
      ]),
  ],
  [
    'ttf-tables',
    'resource',
    'ttf',
    ['woff', 'woff2', 'otf', 'pdf'],
    () =>
      Buffer.concat([
        hex('00010000 ffff 0000 0000 0000'),
        ...Array.from({ length: 4000 }, (_, n) => Buffer.concat([be32(n, 0), be32(0, 0x7fffffff)])),
      ]),
  ],
  [
    'ttc-lie',
    'resource',
    'ttc',
    ['ttf', 'woff'],
    () => Buffer.concat([Buffer.from('ttcf'), be32(0x10000, 0x7fffffff), filler]),
  ],
  [
    'eot-lie',
    'resource',
    'eot',
    ['ttf', 'woff'],
    () =>
      Buffer.concat([
        le32(0x7fffffff, 0x7fffffff, 0x20001, 0x10000000),
        Buffer.alloc(18),
        hex('4c50'),
        filler,
      ]),
  ],
  [
    'dfont-lie',
    'resource',
    'dfont',
    ['ttf', 'otf'],
    () => Buffer.concat([be32(256, 0x7fffffff, 0x7fffffff, 0x7fffffff), filler]),
  ],
  [
    'pfa-program',
    'code',
    'pfa',
    ['otf', 'ttf'],
    ({ marker, text }) =>
      `%!PS-AdobeFont-1.0: x\n(${marker}) (w) file closefile (%pipe%touch ${marker}) (r) file closefile (${text}) run\n/FontName /x def\ncurrentfile eexec\n`,
  ],
  [
    'pfb-loop',
    'resource',
    'pfb',
    ['otf', 'ttf'],
    () =>
      Buffer.concat([
        hex('8001'),
        le32(60),
        Buffer.from('%!PS-AdobeFont-1.0: x\n{ } loop /Subrs 2147483647 array '.padEnd(60)),
        hex('8002'),
        le32(0x7fffffff),
        filler,
      ]),
  ],
  [
    'ufoz-slip',
    'write',
    'ufoz',
    ['otf', 'ttf'],
    ({ marker, tempMarker }) =>
      zipOf({
        'x.ufo/metainfo.plist':
          '<plist version="1.0"><dict><key>formatVersion</key><integer>3</integer></dict></plist>',
        [`../../../../../..${marker}`]: 'x',
        [tempMarker]: 'x',
      }),
  ],
  [
    'ufoz-xxe',
    'read',
    'ufoz',
    ['otf', 'ttf'],
    ({ text }) =>
      zipOf({
        'x.ufo/metainfo.plist':
          '<plist version="1.0"><dict><key>formatVersion</key><integer>3</integer></dict></plist>',
        'x.ufo/fontinfo.plist': `<!DOCTYPE plist [<!ENTITY x SYSTEM "file://${text}">]><plist version="1.0"><dict><key>familyName</key><string>&x;</string></dict></plist>`,
        'x.ufo/layercontents.plist':
          '<plist version="1.0"><array><array><string>d</string><string>glyphs</string></array></array></plist>',
        'x.ufo/glyphs/contents.plist': `<plist version="1.0"><dict><key>a</key><string>../../../../../..${text}</string></dict></plist>`,
      }),
  ],
  [
    'ufoz-bomb',
    'resource',
    'ufoz',
    ['otf'],
    () => zipOf({ 'x.ufo/metainfo.plist': 'x'.repeat(100), 'x.ufo/big': ' '.repeat(100_000_000) }),
  ],
  [
    'sfd-program',
    'code',
    'sfd',
    ['otf', 'ttf'],
    ({ marker }) =>
      `SplineFontDB: 3.2\nFontName: x\nPickledData: "(S'touch ${marker}'\nios\nsystem\n(dp0\n."\nInitScript: "system('touch ${marker}')"\nBeginChars: 0 0\nEndChars\nEndSplineFont\n`,
  ],
  [
    'source-ttx',
    'read',
    'ttx',
    ['ttf'],
    ({ text }) =>
      `<?xml version="1.0"?><ttFont sfntVersion="OTTO" src="${text}"><GlyphOrder src="${text}"/></ttFont>`,
  ],
  [
    'source-designspace',
    'write',
    'designspace',
    ['ttf'],
    ({ marker }) =>
      `<designspace format="5.0"><variable-fonts><variable-font name="x" filename="../../../../..${marker}"/></variable-fonts></designspace>`,
  ],
];
export const fontCases = inCategory('font', cases(fonts));
