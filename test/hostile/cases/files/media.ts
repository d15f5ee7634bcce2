/** Audio, video and subtitle files that refer to other files, or declare content that would take hours to convert. */
import { be16, be32, hex, le16, le32 } from '../../bytes/numbers.ts';
import { inCategory, type FileCase } from '../../case.ts';
import { laughs, zeroes } from './bombs.ts';

const box = (type: string, ...parts: readonly Buffer[]) => {
  const body = Buffer.concat(parts);
  return Buffer.concat([be32(body.length + 8), Buffer.from(type), body]);
};

const ftyp = box('ftyp', Buffer.from('qt  '), be32(0), Buffer.from('qt  '));

const matrix = be32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);

/**
 * Returns a QuickTime video that refers to its frames in another file. `reference` contains the name of the other file.
 */
function movieElsewhere(reference: Buffer, samples = 1): Buffer {
  const description = Buffer.concat([
    be32(0, 1),
    box(
      'raw ',
      Buffer.alloc(6),
      be16(1),
      Buffer.alloc(16),
      be16(64, 64),
      be32(0x480000, 0x480000, 0),
      be16(1),
      Buffer.alloc(32),
      be16(24, 0xffff),
    ),
  ]);
  const table = box(
    'stbl',
    box('stsd', description),
    box('stts', be32(0, 1, samples, 1000)),
    box('stsc', be32(0, 1, 1, 1, 1)),
    box('stsz', be32(0, 64 * 64 * 3, samples)),
    box('stco', be32(0, 1, 0)),
  );
  const media = box(
    'minf',
    box('vmhd', be32(1, 0, 0)),
    box('hdlr', be32(0), Buffer.from('dhlralis'), Buffer.alloc(13)),
    box('dinf', box('dref', be32(0, 1), reference)),
    table,
  );
  const track = box(
    'trak',
    box('tkhd', be32(1, 0, 0, 1, 0, 1000, 0, 0, 0, 0), matrix, be32(64 << 16, 64 << 16)),
    box(
      'mdia',
      box('mdhd', be32(0, 0, 0, 1000, 1000, 0)),
      box('hdlr', be32(0), Buffer.from('mhlrvide'), Buffer.alloc(13)),
      media,
    ),
  );
  const movie = box(
    'moov',
    box('mvhd', be32(0, 0, 0, 1000, 1000, 0x10000, 0x1000000, 0, 0), matrix, be32(0, 0, 0, 0, 0, 0, 2)),
    track,
  );
  return Buffer.concat([ftyp, movie, box('mdat', Buffer.alloc(16))]);
}

const nested = (depth: number) => {
  let inner = Buffer.alloc(0);
  for (let n = 0; n < depth; n += 1) inner = box('moov', inner);
  return Buffer.concat([ftyp, inner]);
};

const bomb = (type: string, ...numbers: readonly number[]) => box(type, be32(...numbers));

const ass = (line: string) =>
  `[Script Info]\nScriptType: v4.00+\n\n[V4+ Styles]\nFormat: Name, Fontname, Fontsize\nStyle: Default,Arial,20\n\n[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n${line}\n`;

const subtitles: readonly FileCase[] = [
  {
    name: 'ttml-xxe',
    kind: 'read',
    ext: 'ttml',
    to: ['srt', 'vtt', 'txt'],
    make: ({ text }) =>
      `<?xml version="1.0"?><!DOCTYPE tt [<!ENTITY x SYSTEM "file://${text}">]><tt xmlns="http://www.w3.org/ns/ttml"><body><div><p begin="0s" end="2s">&x;</p></div></body></tt>`,
  },
  {
    name: 'ttml-laughs',
    kind: 'resource',
    ext: 'ttml',
    to: ['srt'],
    make: () =>
      `<?xml version="1.0"?><!DOCTYPE tt [${laughs}]><tt xmlns="http://www.w3.org/ns/ttml"><body><div><p begin="0s" end="2s">&l9;</p></div></body></tt>`,
  },
  {
    name: 'vtt-style-import',
    kind: 'network',
    ext: 'vtt',
    to: ['srt', 'ass', 'html', 'ttml'],
    make: ({ url }) =>
      `WEBVTT\n\nSTYLE\n@import url("${url}x.css");\n\n00:00.000 --> 00:02.000\n<img src="${url}x.png">\n`,
  },
  {
    name: 'ass-many-events',
    kind: 'resource',
    ext: 'ass',
    to: ['srt', 'vtt'],
    make: () =>
      ass(
        'Dialogue: 0,0:00:00.00,99:59:59.99,Default,,0,0,0,,{\\t(0,99999999,\\fscx99999)}x\n'.repeat(100_000),
      ),
    long: true,
  },
  {
    name: 'srt-never-ends',
    kind: 'resource',
    ext: 'srt',
    to: ['vtt', 'ass', 'ttml'],
    make: () => `1\n00:00:00,000 --> 99999999999999999999:00:00,000\n${'<i>'.repeat(300_000)}\n`,
  },
];

const videos: readonly FileCase[] = [
  {
    name: 'mov-reference-file',
    kind: 'read',
    ext: 'mov',
    to: ['mp4', 'jpg'],
    make: ({ tempPicture }) => {
      const target = Buffer.from(tempPicture);
      const alias = Buffer.concat([Buffer.alloc(142), be16(2, target.length), target, be16(0xffff, 0)]);
      return movieElsewhere(box('alis', be32(0), alias));
    },
  },
  {
    name: 'mov-reference-url',
    kind: 'network',
    ext: 'mov',
    to: ['mp4', 'webm'],
    make: ({ url }) => movieElsewhere(box('url ', be32(0), Buffer.from(`${url}video.mov\0`))),
  },
  {
    name: 'mp4-many-samples',
    kind: 'resource',
    ext: 'mp4',
    to: ['webm', 'mp3'],
    make: () => movieElsewhere(box('alis', be32(1)), 0x7fffffff),
  },
  { name: 'mp4-deep', kind: 'resource', ext: 'mp4', to: ['webm', 'mp3'], make: () => nested(100_000) },
  {
    name: 'mp4-large-boxes',
    kind: 'resource',
    ext: 'mp4',
    to: ['webm', 'mp3'],
    make: () =>
      Buffer.concat([
        ftyp,
        box(
          'moov',
          box(
            'trak',
            box(
              'mdia',
              box(
                'minf',
                box(
                  'stbl',
                  bomb('stts', 0, 0x7fffffff),
                  bomb('ctts', 0, 0x7fffffff),
                  bomb('stsz', 0, 0, 0x7fffffff),
                  bomb('stco', 0, 0x7fffffff),
                ),
              ),
            ),
          ),
        ),
      ]),
  },
  {
    name: 'avi-flood',
    kind: 'resource',
    ext: 'avi',
    to: ['mp4', 'gif', 'jpg'],
    make: () => {
      const header = Buffer.concat([
        le32(1, 0, 0, 0x10, 100_000_000, 0, 1, 0, 65_000, 65_000),
        Buffer.alloc(16),
      ]);
      const chunk = (type: string, body: Buffer) =>
        Buffer.concat([Buffer.from(type), le32(body.length), body]);
      const group = (type: string, ...parts: readonly Buffer[]) =>
        chunk('LIST', Buffer.concat([Buffer.from(type), ...parts]));
      const stream = Buffer.concat([
        Buffer.from('vidsMJPG'),
        le32(0, 0, 0, 1, 1_000_000, 0, 100_000_000, 0, 0, 0),
        Buffer.alloc(8),
      ]);
      const format = Buffer.concat([
        le32(40, 65_000, 65_000),
        le16(1, 24),
        Buffer.from('MJPG'),
        Buffer.alloc(20),
      ]);
      const body = Buffer.concat([
        Buffer.from('AVI '),
        group('hdrl', chunk('avih', header), group('strl', chunk('strh', stream), chunk('strf', format))),
        group('movi', chunk('00dc', hex('ffd8ffd9'))),
      ]);
      return chunk('RIFF', body);
    },
  },
  {
    name: 'wav-lie',
    kind: 'resource',
    ext: 'wav',
    to: ['mp3', 'flac'],
    make: () =>
      Buffer.concat([
        Buffer.from('RIFF'),
        le32(0xffffffff),
        Buffer.from('WAVEfmt '),
        le32(16),
        le16(1, 255),
        le32(0xffffffff, 0xffffffff),
        le16(0xffff, 32),
        Buffer.from('data'),
        le32(0xfffffff0),
        Buffer.alloc(9000),
      ]),
  },
  {
    name: 'mkv-lie',
    kind: 'resource',
    ext: 'mkv',
    to: ['mp4', 'mp3'],
    make: () =>
      Buffer.concat([
        hex('1a45dfa3 93 4282 88 6d6174726f736b61 4287 81 04 4285 81 02'),
        hex('18538067 01ffffffffffffff'),
        ...Array.from({ length: 20_000 }, () => hex('1654ae6b 08 ffffffffffff')),
      ]),
  },
  {
    name: 'swf-bomb',
    kind: 'resource',
    ext: 'swf',
    to: ['mp4'],
    make: async () =>
      Buffer.concat([Buffer.from('CWS'), hex('06'), le32(0xfffffff0), await zeroes.zlib(1100)]),
  },
  {
    name: 'mid-endless',
    kind: 'resource',
    ext: 'mid',
    to: ['wav', 'mp3'],
    make: () => {
      const wait = hex('ffffff7f');
      const track = Buffer.concat([
        ...Array.from({ length: 200 }, () => Buffer.concat([wait, hex('903c64')])),
        hex('00ff2f00'),
      ]);
      return Buffer.concat([
        Buffer.from('MThd'),
        be32(6),
        hex('0000 0001 0001'),
        Buffer.from('MTrk'),
        be32(track.length),
        track,
      ]);
    },
    long: true,
  },
  {
    name: 'mid-many-notes',
    kind: 'resource',
    ext: 'mid',
    to: ['wav'],
    make: () => {
      const track = Buffer.concat([
        ...Array.from({ length: 500_000 }, (_, n) => Buffer.from([0, 0x90, n % 128, 100])),
        hex('8f7f9000ff2f00'),
      ]);
      return Buffer.concat([
        Buffer.from('MThd'),
        be32(6),
        hex('0000 0001 0060'),
        Buffer.from('MTrk'),
        be32(track.length),
        track,
      ]);
    },
    long: true,
  },
];
export const media = inCategory('media', [...videos, ...subtitles]);
