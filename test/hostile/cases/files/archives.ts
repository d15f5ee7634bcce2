/** Zip files with member paths or links that lead outside the archive, and zip files that expand to a huge size. */
import { zip, zipOf, type Member } from '../../bytes/zip.ts';
import { inCategory, type Fixtures, type FileCase } from '../../case.ts';
import { zeroes } from './bombs.ts';

const others = ['tar', '7z', 'tar.gz'];
/** A relative path that leads from any folder to the root folder. */
export const up = '../../../../../../../../..';
const link = 0o120777;

const slips: readonly [string, (fixtures: Fixtures) => readonly Member[]][] = [
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
  [
    'device',
    ({ marker }) => [
      { name: marker, mode: 0o020666 },
      { name: 'x', data: 'x' },
    ],
  ],
];

const zips: readonly FileCase[] = [
  ...slips.map(([name, members]): FileCase => ({
    name: `zip-${name}`,
    kind: 'write',
    ext: 'zip',
    to: others,
    make: (fixtures) => zip(members(fixtures)),
  })),
  {
    name: 'zip-link',
    kind: 'read',
    ext: 'zip',
    to: [...others, 'cbz'],
    make: ({ text, picture }) =>
      zip([
        { name: 'a.txt', data: text, mode: link },
        { name: 'b.png', data: picture, mode: link },
        { name: 'c', data: 'x' },
      ]),
  },
  {
    name: 'zip-link-environment',
    kind: 'read',
    ext: 'zip',
    to: others,
    make: () =>
      zip([
        { name: 'a', data: '/proc/self/environ', mode: link },
        { name: 'c', data: 'x' },
      ]),
  },
  {
    name: 'zip-bomb',
    kind: 'resource',
    ext: 'zip',
    to: others,
    make: async () =>
      zip([{ name: 'a', packed: { bytes: await zeroes.deflate(1100), plain: 1100 * 1024 ** 2, crc: 0 } }]),
  },
  {
    name: 'zip-bomb-denied',
    kind: 'resource',
    ext: 'zip',
    to: others,
    make: async () =>
      zip([{ name: 'a', claims: 9, packed: { bytes: await zeroes.deflate(1100), plain: 9, crc: 0 } }]),
  },
  {
    name: 'zip-overlap',
    kind: 'resource',
    ext: 'zip',
    to: others,
    long: true,
    make: async () => {
      // All entries of the central directory point to the same compressed bytes.
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
  {
    name: 'zip-nested',
    kind: 'resource',
    ext: 'zip',
    to: others,
    make: () =>
      Array.from({ length: 500 }).reduce((inner: Buffer) => zipOf({ 'a.zip': inner }), Buffer.from('x')),
  },
  {
    name: 'zip-many',
    kind: 'resource',
    ext: 'zip',
    to: others,
    make: () => zip(Array.from({ length: 60_000 }, (_, n) => ({ name: `${n}`, stored: true as const }))),
  },
  {
    name: 'zip-many-folders',
    kind: 'resource',
    ext: 'zip',
    to: others,
    make: () =>
      zip([
        { name: 'a/'.repeat(30_000), stored: true },
        { name: `${'b'.repeat(60_000)}`, data: 'x' },
      ]),
  },
  {
    name: 'zip-password',
    kind: 'resource',
    ext: 'zip',
    to: others,
    make: () => zip([{ name: 'a', data: 'x'.repeat(100), locked: true }]),
  },
  {
    name: 'zip-bad-names',
    kind: 'write',
    ext: 'zip',
    to: [...others, 'tar.xz'],
    make: ({ marker }) =>
      zip([
        { name: `-o${marker}`, data: 'x' },
        { name: `@${marker}`, data: 'x' },
        { name: `|touch ${marker}`, data: 'x' },
        { name: `--checkpoint-action=exec=touch ${marker}`, data: 'x' },
        { name: `a\n${marker}`, data: 'x' },
      ]),
  },
];
export const archives = inCategory('archive', zips);
