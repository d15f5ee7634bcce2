/** Archives that climb out, point out, multiply and never end. */
import { gzipSync } from 'node:zlib';
import { tar, type TarMember } from '../bytes/tar.ts';
import { zip, zipOf, type Member } from '../bytes/zip.ts';
import { inCategory, type Bait, type FileCase } from '../case.ts';
import { run } from '../../samples/run.ts';
import { zeroes } from './bombs.ts';

const others = ['tar', '7z', 'tar.gz'];
const up = '../../../../../../../../..';
const link = 0o120777;

const slips: readonly [string, (bait: Bait) => readonly Member[]][] = [
  ['climbing', ({ marker }) => [{ name: `${up}${marker}`, data: 'x' }]],
  ['absolute', ({ marker }) => [{ name: marker, data: 'x' }]],
  ['backslash', ({ marker }) => [{ name: `${up}${marker}`.replaceAll('/', '\\'), data: 'x' }]],
  ['mixed', ({ marker }) => [{ name: `a/..\\${up}${marker}`, data: 'x' }]],
  ['drive', ({ marker }) => [{ name: `C:${marker}`, data: 'x' }]],
  ['temp', ({ tempMarker }) => [{ name: tempMarker, data: 'x' }]],
  [
    'link-then-file',
    ({ marker }) => [
      { name: 'a', data: marker.replace(/\/[^/]*$/, ''), mode: link },
      { name: `a/${marker.replace(/.*\//, '')}`, data: 'x' },
    ],
  ],
  [
    'link-replaced',
    ({ marker }) => [
      { name: 'a', data: marker, mode: link },
      { name: 'a', data: 'x' },
    ],
  ],
  ['device', ({ marker }) => [{ name: marker, mode: 0o020666 }, { name: 'x', data: 'x' }]],
];

const zips: readonly FileCase[] = [
  ...slips.map(([name, members]): FileCase => ({
    name: `zip-${name}`,
    kind: 'write',
    ext: 'zip',
    to: others,
    make: (bait) => zip(members(bait)),
  })),
  { name: 'zip-link', kind: 'read', ext: 'zip', to: [...others, 'cbz'], make: ({ text, picture }) => zip([{ name: 'a.txt', data: text, mode: link }, { name: 'b.png', data: picture, mode: link }, { name: 'c', data: 'x' }]) },
  { name: 'zip-link-environment', kind: 'read', ext: 'zip', to: others, make: () => zip([{ name: 'a', data: '/proc/self/environ', mode: link }, { name: 'c', data: 'x' }]) },
  { name: 'zip-bomb', kind: 'resource', ext: 'zip', to: others, make: async () => zip([{ name: 'a', packed: { bytes: await zeroes.deflate(4096), plain: 0xffffffff, crc: 0 } }]) },
  { name: 'zip-bomb-denied', kind: 'resource', ext: 'zip', to: others, make: async () => zip([{ name: 'a', claims: 9, packed: { bytes: await zeroes.deflate(4096), plain: 9, crc: 0 } }]) },
  {
    name: 'zip-overlap',
    kind: 'resource',
    ext: 'zip',
    to: others,
    long: true,
    make: async () => {
      // Every entry of the table points at the same bytes.
      const bytes = await zeroes.deflate(64);
      const one = zip([{ name: 'aaaaa', packed: { bytes, plain: 64 * 1024 ** 2, crc: 0 } }]);
      const at = one.length - 22 - 51;
      const entry = one.subarray(at, at + 51);
      const count = 5000;
      const end = Buffer.from(one.subarray(-22));
      end.writeUInt16LE(count, 8);
      end.writeUInt16LE(count, 10);
      end.writeUInt32LE(count * 51, 12);
      return Buffer.concat([one.subarray(0, at), ...Array.from({ length: count }, () => entry), end]);
    },
  },
  { name: 'zip-nested', kind: 'resource', ext: 'zip', to: others, make: () => Array.from({ length: 500 }).reduce((inner: Buffer) => zipOf({ 'a.zip': inner }), Buffer.from('x')) },
  { name: 'zip-many', kind: 'resource', ext: 'zip', to: others, make: () => zip(Array.from({ length: 60_000 }, (_, n) => ({ name: `${n}`, stored: true as const }))) },
  { name: 'zip-many-folders', kind: 'resource', ext: 'zip', to: others, make: () => zip([{ name: 'a/'.repeat(30_000), stored: true }, { name: `${'b'.repeat(60_000)}`, data: 'x' }]) },
  { name: 'zip-password', kind: 'resource', ext: 'zip', to: others, make: () => zip([{ name: 'a', data: 'x'.repeat(100), locked: true }]) },
  { name: 'zip-bad-names', kind: 'write', ext: 'zip', to: [...others, 'tar.xz'], make: ({ marker }) => zip([{ name: `-o${marker}`, data: 'x' }, { name: `@${marker}`, data: 'x' }, { name: `|touch ${marker}`, data: 'x' }, { name: `--checkpoint-action=exec=touch ${marker}`, data: 'x' }, { name: `a\n${marker}`, data: 'x' }]) },
];

const tarSlips: readonly [string, FileCase['kind'], (bait: Bait) => readonly TarMember[]][] = [
  ['climbing', 'write', ({ marker }) => [{ name: `${up}${marker}`, data: 'x' }]],
  ['absolute', 'write', ({ marker }) => [{ name: marker, data: 'x' }]],
  ['link', 'read', ({ text }) => [{ name: 'a', type: '2', target: text }, { name: 'b', data: 'x' }]],
  ['hard-link', 'read', ({ text, tempText }) => [{ name: 'a', type: '1', target: text }, { name: 'c', type: '1', target: `${up}${tempText}` }, { name: 'b', data: 'x' }]],
  ['link-then-file', 'write', ({ marker }) => [{ name: 'a', type: '2', target: marker.replace(/\/[^/]*$/, '') }, { name: `a/${marker.replace(/.*\//, '')}`, data: 'x' }]],
  ['link-of-link', 'write', ({ marker }) => [{ name: 'a', type: '2', target: '.' }, { name: 'b', type: '2', target: `a/${up}` }, { name: `b${marker}`, data: 'x' }]],
  ['devices', 'write', ({ marker }) => [{ name: marker, type: '3' }, { name: 'a', type: '3' }, { name: 'b', type: '6' }, { name: 'c', data: 'x' }]],
];

const tars: readonly FileCase[] = [
  ...tarSlips.map(([name, kind, members]): FileCase => ({ name: `tar-${name}`, kind, ext: 'tar', to: ['zip', '7z', 'tar.gz'], make: (bait) => tar(members(bait)) })),
  { name: 'tar-sparse', kind: 'resource', ext: 'tar', to: ['zip', '7z'], make: () => tar([{ name: 'x', type: 'x', data: '22 GNU.sparse.major=1\n22 GNU.sparse.minor=0\n38 GNU.sparse.realsize=1099511627776\n' }, { name: 'a', data: '0\n' }]) },
  { name: 'tar-lie', kind: 'resource', ext: 'tar', to: ['zip', '7z'], make: () => tar([{ name: 'a', claims: 0o77777777777, data: 'x' }]) },
  { name: 'tar-long-name', kind: 'resource', ext: 'tar', to: ['zip'], make: () => tar([{ name: '././@LongLink', type: 'L', data: 'a/'.repeat(4_000_000) }, { name: 'a', data: 'x' }]) },
  { name: 'tar.gz-bomb', kind: 'resource', ext: 'tar.gz', to: ['zip', 'tar'], make: async () => Buffer.concat([gzipSync(tar([{ name: 'a', claims: 0o77777777777 }]).subarray(0, 512)), await zeroes.gzip(4096)]) },
  { name: 'tar-many', kind: 'resource', ext: 'tar.gz', to: ['zip', '7z'], make: () => gzipSync(tar(Array.from({ length: 200_000 }, (_, n) => ({ name: `${n}` })))) },
];

/** What each packer makes of four thousand million noughts. */
const packers: Readonly<Record<string, readonly string[]>> = {
  bz2: ['bzip2', '-1c'],
  xz: ['xz', '-1c'],
  zst: ['zstd', '-1c'],
  lzma: ['xz', '--format=lzma', '-1c'],
};

const streams: readonly FileCase[] = [
  { name: 'gz-bomb', kind: 'resource', ext: 'gz', to: ['zip', 'xz', 'bz2'], make: () => zeroes.gzip(4096) },
  ...Object.entries(packers).map(([ext, [program = '', ...args]]): FileCase => ({
    name: `${ext}-bomb`,
    kind: 'resource',
    ext,
    to: ['zip', 'gz'],
    make: async () => (await run('/bin/sh', ['-c', `head -c 2147483648 /dev/zero | ${[program, ...args].join(' ')}`])).stdout,
  })),
  { name: 'gz-twice', kind: 'resource', ext: 'gz', to: ['zip', 'xz'], make: async () => gzipSync(await zeroes.gzip(4096)) },
  {
    name: '7z-bomb',
    kind: 'resource',
    ext: '7z',
    to: ['zip', 'tar'],
    make: async () => (await run('/bin/sh', ['-c', 'cd "$(mktemp -d)" && truncate -s 2G a && 7zz a -mx=1 -bso0 -bsp0 x.7z a >&2 && cat x.7z && rm -rf "$PWD"'])).stdout,
  },
  { name: 'ar-names', kind: 'write', ext: 'ar', to: ['zip', 'tar'], make: ({ marker }) => Buffer.from(`!<arch>\n//                                              ${String(up.length + marker.length + 2).padEnd(10)}\`\n${up}${marker}/\n/0              0           0     0     100644  2         \`\nx\n`) },
  { name: 'cpio-climbing', kind: 'write', ext: 'cpio', to: ['zip', 'tar'], make: ({ marker }) => cpio(`${up}${marker}`, 'x') + cpio('TRAILER!!!', '') },
  { name: 'iso-lie', kind: 'resource', ext: 'iso', to: ['zip', 'tar'], make: () => Buffer.concat([Buffer.alloc(32_768), Buffer.from('\x01CD001\x01\0'), Buffer.alloc(2040, 0xff), Buffer.alloc(65_536, 0xff)]) },
  { name: 'cab-lie', kind: 'resource', ext: 'cab', to: ['zip'], make: () => Buffer.concat([Buffer.from('MSCF'), Buffer.alloc(64, 0xff), Buffer.alloc(4096, 0x7f)]) },
  { name: 'rar-lie', kind: 'resource', ext: 'rar', to: ['zip'], make: () => Buffer.concat([Buffer.from('526172211a0700', 'hex'), Buffer.alloc(4096, 0x73)]) },
  { name: 'deb-slip', kind: 'write', ext: 'deb', to: ['zip', 'tar'], make: ({ marker }) => ar({ 'debian-binary': '2.0\n', 'control.tar.gz': gzipSync(tar([{ name: `${up}${marker}`, data: 'x' }])), 'data.tar.gz': gzipSync(tar([{ name: `${up}${marker}`, data: 'x' }])) }) },
];

function cpio(name: string, data: string): string {
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0');
  return `070707${octal(1, 6)}${octal(1, 6)}${octal(0o100644, 6)}${'000000'.repeat(2)}${octal(1, 6)}${octal(0, 6)}${octal(0, 11)}${octal(name.length + 1, 6)}${octal(data.length, 11)}${name}\0${data}`;
}

function ar(members: Readonly<Record<string, Buffer | string>>): Buffer {
  const parts = Object.entries(members).map(([name, data]) => {
    const body = Buffer.from(data as string);
    const head = `${name.padEnd(16)}${'0'.padEnd(12)}${'0'.padEnd(6)}${'0'.padEnd(6)}${'100644'.padEnd(8)}${String(body.length).padEnd(10)}\`\n`;
    return Buffer.concat([Buffer.from(head), body, Buffer.alloc(body.length % 2, '\n')]);
  });
  return Buffer.concat([Buffer.from('!<arch>\n'), ...parts]);
}

export const archives = inCategory('archive', [...zips, ...tars, ...streams]);
