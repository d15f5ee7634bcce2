/**
 * Archive formats, one row each: archives of folders, packages in the form of archives (such as JAR), and single
 * compressed files.
 */
import type { ContainerName } from '../detection/containers.ts';
import type { Format } from '../format.ts';

type ArchiveRow = Pick<Format, 'ext' | 'name' | 'mime'> & Partial<Omit<Format, 'category'>>;

const folder = (row: ArchiveRow): Format => ({ category: 'archive', holds: ['tree', 'modes'], ...row });
const stream = (row: ArchiveRow): Format => ({ category: 'archive', holds: [], ...row });
const zipped = (...marks: string[]) => ({ container: 'zip' as ContainerName, marks });

// A compressed tar archive begins like any other file with the same compression. For a file without a name, the first
// row with a matching signature determines the format. The row of the single compressed file is first, because a
// compressed tar archive is also a single compressed file.
const gzip = [{ hex: '1f8b08' }];
const bzip2 = [{ hex: '425a68..314159265359' }, { hex: '425a68..177245385090' }];
const xz = [{ hex: 'fd377a585a00' }];
const zstd = [{ hex: '28b52ffd' }];
const lz4 = [{ hex: '04224d18' }];
const lzip = [{ hex: '4c5a4950' }];
const compress = [{ hex: '1f9d90' }, { hex: '1f9d8c' }];

export const archives: readonly Format[] = [
  folder({
    ext: 'jar',
    name: 'Java archive',
    mime: 'application/java-archive',
    aliases: ['war', 'ear'],
    inside: zipped('META-INF/MANIFEST.MF'),
  }),
  folder({
    ext: 'apk',
    name: 'Android package',
    mime: 'application/vnd.android.package-archive',
    inside: zipped('AndroidManifest.xml'),
  }),
  folder({ ext: 'ipa', name: 'iOS package', mime: 'application/octet-stream', inside: zipped('Payload/*') }),
  folder({
    ext: 'xpi',
    name: 'Mozilla extension',
    mime: 'application/x-xpinstall',
    inside: zipped('install.rdf'),
  }),
  folder({ ext: 'whl', name: 'Python wheel', mime: 'application/zip', inside: zipped('*.dist-info/WHEEL') }),
  folder({ ext: 'nupkg', name: 'NuGet package', mime: 'application/zip', inside: zipped('*.nuspec') }),
  folder({
    ext: 'zip',
    name: 'ZIP archive',
    mime: 'application/zip',
    magic: [{ hex: '504b0304' }, { hex: '504b0506' }],
    hub: true,
  }),
  folder({
    ext: '7z',
    name: '7-Zip archive',
    mime: 'application/x-7z-compressed',
    magic: [{ hex: '377abcaf271c' }],
  }),
  folder({ ext: 'rar', name: 'RAR archive', mime: 'application/vnd.rar', magic: [{ hex: '526172211a07' }] }),
  folder({
    ext: 'tar',
    name: 'Tape archive',
    mime: 'application/x-tar',
    aliases: ['pax'],
    magic: [{ hex: '7573746172', at: 257 }],
    magicOptional: true,
    hub: true,
  }),
  stream({ ext: 'gz', name: 'Gzip stream', mime: 'application/gzip', magic: gzip }),
  folder({ ext: 'tar.gz', name: 'Tar, gzip', mime: 'application/gzip', aliases: ['tgz'], magic: gzip }),
  stream({ ext: 'bz2', name: 'Bzip2 stream', mime: 'application/x-bzip2', magic: bzip2 }),
  folder({
    ext: 'tar.bz2',
    name: 'Tar, bzip2',
    mime: 'application/x-bzip2',
    aliases: ['tbz2', 'tbz', 'tb2'],
    magic: bzip2,
  }),
  stream({ ext: 'xz', name: 'XZ stream', mime: 'application/x-xz', magic: xz }),
  folder({ ext: 'tar.xz', name: 'Tar, xz', mime: 'application/x-xz', aliases: ['txz'], magic: xz }),
  stream({ ext: 'zst', name: 'Zstandard stream', mime: 'application/zstd', aliases: ['zstd'], magic: zstd }),
  folder({
    ext: 'tar.zst',
    name: 'Tar, Zstandard',
    mime: 'application/zstd',
    aliases: ['tzst'],
    magic: zstd,
  }),
  stream({ ext: 'lz4', name: 'LZ4 stream', mime: 'application/x-lz4', magic: lz4 }),
  folder({ ext: 'tar.lz4', name: 'Tar, LZ4', mime: 'application/x-lz4', aliases: ['tlz4'], magic: lz4 }),
  stream({ ext: 'lz', name: 'Lzip stream', mime: 'application/x-lzip', magic: lzip }),
  folder({
    ext: 'tar.lz',
    name: 'Tar, lzip',
    mime: 'application/x-lzip',
    sharedNames: ['tlz'],
    magic: lzip,
  }),
  stream({ ext: 'lzma', name: 'LZMA stream', mime: 'application/x-lzma' }),
  folder({ ext: 'tar.lzma', name: 'Tar, LZMA', mime: 'application/x-lzma', aliases: ['tlz'] }),
  stream({ ext: 'z', name: 'Unix compress stream', mime: 'application/x-compress', magic: compress }),
  folder({
    ext: 'tar.z',
    name: 'Tar, Unix compress',
    mime: 'application/x-compress',
    aliases: ['taz'],
    magic: compress,
  }),
  stream({ ext: 'br', name: 'Brotli stream', mime: 'application/x-brotli' }),
  folder({
    ext: 'cpio',
    name: 'CPIO archive',
    mime: 'application/x-cpio',
    magic: [{ hex: '303730373031' }, { hex: '303730373032' }, { hex: '303730373037' }],
    magicOptional: true,
  }),
  folder({
    ext: 'iso',
    name: 'Disc image',
    mime: 'application/x-iso9660-image',
    magic: [
      { hex: '4344303031', at: 32769 },
      { hex: '4245413031', at: 32769 },
    ],
  }),
  folder({
    ext: 'xar',
    name: 'XAR archive',
    mime: 'application/x-xar',
    aliases: ['pkg'],
    magic: [{ hex: '78617221' }],
  }),
  folder({
    ext: 'wim',
    name: 'Windows image',
    mime: 'application/x-ms-wim',
    magic: [{ hex: '4d5357494d000000' }],
  }),
  folder({
    ext: 'deb',
    name: 'Debian package',
    mime: 'application/vnd.debian.binary-package',
    magic: [{ hex: '213c617263683e0a64656269616e2d62696e617279' }],
  }),
  folder({
    ext: 'ar',
    name: 'Unix library',
    mime: 'application/x-archive',
    aliases: ['a'],
    holds: ['modes'],
    magic: [{ hex: '213c617263683e0a' }],
  }),
  folder({ ext: 'rpm', name: 'RPM package', mime: 'application/x-rpm', magic: [{ hex: 'edabeedb' }] }),
  folder({
    ext: 'cab',
    name: 'Windows cabinet',
    mime: 'application/vnd.ms-cab-compressed',
    holds: ['tree'],
    magic: [{ hex: '4d534346' }],
  }),
  folder({
    ext: 'arj',
    name: 'ARJ archive',
    mime: 'application/x-arj',
    holds: ['tree'],
    magic: [{ hex: '60ea..00' }],
  }),
  folder({
    ext: 'lzh',
    name: 'LHA archive',
    mime: 'application/x-lzh-compressed',
    aliases: ['lha'],
    magic: [
      { hex: '2d6c68..2d', at: 2 },
      { hex: '2d6c7a..2d', at: 2 },
    ],
  }),
];
