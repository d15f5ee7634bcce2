/**
 * Tar files and similar archives with links, devices and false lengths, and compressed streams that unpack to a huge
 * size.
 */
import { gzipSync } from 'node:zlib';
import { run } from '../../../samples/run.ts';
import { tar, type TarMember } from '../../bytes/tar.ts';
import { inCategory, type Fixtures, type FileCase } from '../../case.ts';
import { up } from './archives.ts';
import { zeroes } from './bombs.ts';

const tarSlips: readonly [string, FileCase['kind'], (fixtures: Fixtures) => readonly TarMember[]][] = [
  ['climbing', 'write', ({ marker }) => [{ name: `${up}${marker}`, data: 'x' }]],
  ['absolute', 'write', ({ marker }) => [{ name: marker, data: 'x' }]],
  [
    'link',
    'read',
    ({ text }) => [
      { name: 'a', type: '2', target: text },
      { name: 'b', data: 'x' },
    ],
  ],
  [
    'hard-link',
    'read',
    ({ text, tempText }) => [
      { name: 'a', type: '1', target: text },
      { name: 'c', type: '1', target: `${up}${tempText}` },
      { name: 'b', data: 'x' },
    ],
  ],
  [
    'link-then-file',
    'write',
    ({ marker }) => [
      { name: 'a', type: '2', target: marker.replace(/\/[^/]*$/, '') },
      { name: `a/${marker.replace(/.*\//, '')}`, data: 'x' },
    ],
  ],
  [
    'link-of-link',
    'write',
    ({ marker }) => [
      { name: 'a', type: '2', target: '.' },
      { name: 'b', type: '2', target: `a/${up}` },
      { name: `b${marker}`, data: 'x' },
    ],
  ],
  [
    'devices',
    'write',
    ({ marker }) => [
      { name: marker, type: '3' },
      { name: 'a', type: '3' },
      { name: 'b', type: '6' },
      { name: 'c', data: 'x' },
    ],
  ],
];

const tars: readonly FileCase[] = [
  ...tarSlips.map(([name, kind, members]): FileCase => ({
    name: `tar-${name}`,
    kind,
    ext: 'tar',
    to: ['zip', '7z', 'tar.gz'],
    make: (fixtures) => tar(members(fixtures)),
  })),
  {
    name: 'tar-sparse',
    kind: 'resource',
    ext: 'tar',
    to: ['zip', '7z'],
    make: () =>
      tar([
        {
          name: 'x',
          type: 'x',
          data: '22 GNU.sparse.major=1\n22 GNU.sparse.minor=0\n38 GNU.sparse.realsize=1099511627776\n',
        },
        { name: 'a', data: '0\n' },
      ]),
  },
  {
    name: 'tar-lie',
    kind: 'resource',
    ext: 'tar',
    to: ['zip', '7z'],
    make: () => tar([{ name: 'a', claims: 0o77777777777, data: 'x' }]),
  },
  {
    name: 'tar-long-name',
    kind: 'resource',
    ext: 'tar',
    to: ['zip'],
    make: () =>
      tar([
        { name: '././@LongLink', type: 'L', data: 'a/'.repeat(4_000_000) },
        { name: 'a', data: 'x' },
      ]),
  },
  {
    name: 'tar.gz-bomb',
    kind: 'resource',
    ext: 'tar.gz',
    to: ['zip', 'tar'],
    make: async () =>
      Buffer.concat([
        gzipSync(tar([{ name: 'a', claims: 0o77777777777 }]).subarray(0, 512)),
        await zeroes.gzip(1100),
      ]),
  },
  {
    name: 'tar-many',
    kind: 'resource',
    ext: 'tar.gz',
    to: ['zip', '7z'],
    make: () => gzipSync(tar(Array.from({ length: 200_000 }, (_, n) => ({ name: `${n}` })))),
  },
];

/** Maps each file extension to the command that compresses 300 million zeros. */
const packers: Readonly<Record<string, readonly string[]>> = {
  bz2: ['bzip2', '-1c'],
  xz: ['xz', '-1c'],
  zst: ['zstd', '-1c'],
  lzma: ['xz', '--format=lzma', '-1c'],
};

const streams: readonly FileCase[] = [
  { name: 'gz-bomb', kind: 'resource', ext: 'gz', to: ['zip', 'xz', 'bz2'], make: () => zeroes.gzip(1100) },
  ...Object.entries(packers).map(([ext, [program = '', ...args]]): FileCase => ({
    name: `${ext}-bomb`,
    kind: 'resource',
    ext,
    to: ['zip', 'gz'],
    make: async () =>
      (await run('/bin/sh', ['-c', `head -c 300000000 /dev/zero | ${[program, ...args].join(' ')}`])).stdout,
  })),
  {
    name: 'gz-twice',
    kind: 'resource',
    ext: 'gz',
    to: ['zip', 'xz'],
    make: async () => gzipSync(await zeroes.gzip(1100)),
  },
  {
    name: '7z-bomb',
    kind: 'resource',
    ext: '7z',
    to: ['zip', 'tar'],
    make: async () =>
      (
        await run('/bin/sh', [
          '-c',
          'cd "$(mktemp -d)" && truncate -s 300M a && 7zz a -mx=1 -bso0 -bsp0 x.7z a >&2 && cat x.7z && rm -rf "$PWD"',
        ])
      ).stdout,
  },
  {
    name: 'ar-names',
    kind: 'write',
    ext: 'ar',
    to: ['zip', 'tar'],
    make: ({ marker }) =>
      Buffer.from(
        `!<arch>\n//                                              ${String(up.length + marker.length + 2).padEnd(10)}\`\n${up}${marker}/\n/0              0           0     0     100644  2         \`\nx\n`,
      ),
  },
  {
    name: 'cpio-climbing',
    kind: 'write',
    ext: 'cpio',
    to: ['zip', 'tar'],
    make: ({ marker }) => cpio(`${up}${marker}`, 'x') + cpio('TRAILER!!!', ''),
  },
  {
    name: 'iso-lie',
    kind: 'resource',
    ext: 'iso',
    to: ['zip', 'tar'],
    make: () =>
      Buffer.concat([
        Buffer.alloc(32_768),
        Buffer.from('\x01CD001\x01\0'),
        Buffer.alloc(2040, 0xff),
        Buffer.alloc(65_536, 0xff),
      ]),
  },
  {
    name: 'cab-lie',
    kind: 'resource',
    ext: 'cab',
    to: ['zip'],
    make: () => Buffer.concat([Buffer.from('MSCF'), Buffer.alloc(64, 0xff), Buffer.alloc(4096, 0x7f)]),
  },
  {
    name: 'rar-lie',
    kind: 'resource',
    ext: 'rar',
    to: ['zip'],
    make: () => Buffer.concat([Buffer.from('526172211a0700', 'hex'), Buffer.alloc(4096, 0x73)]),
  },
  {
    name: 'deb-slip',
    kind: 'write',
    ext: 'deb',
    to: ['zip', 'tar'],
    make: ({ marker }) =>
      ar({
        'debian-binary': '2.0\n',
        'control.tar.gz': gzipSync(tar([{ name: `${up}${marker}`, data: 'x' }])),
        'data.tar.gz': gzipSync(tar([{ name: `${up}${marker}`, data: 'x' }])),
      }),
  },
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
export const streamCases = inCategory('archive', [...tars, ...streams]);
