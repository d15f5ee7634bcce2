/** libarchive: converts common archives and compressed streams without unpacking them to disk. */
import { format } from '@protean/formats';
import { sandboxPaths } from '../../contract/sandbox-paths.ts';
import { defineEngine, runnerCommand, type Step } from '../../contract/engine.ts';
import { cleanerOf } from '../../shared/metadata/formats.ts';
import type { OptionName } from '../../contract/options.ts';
import { sourceDateEpoch } from '../../contract/source-date-epoch.ts';
import { archiverMounts } from '../../contract/mounts.ts';
import { sameFormatEdges } from '../../shared/runner/same-format.ts';

/**
 * A tool that reads archives. The tool receives the format as an argument, so it does not detect the format by
 * content.
 */
export type ArchiveReader =
  | { tool: 'libarchive'; formats: readonly string[]; filters?: readonly string[] }
  | { tool: 'sevenzip'; type: string; onlyBeyond?: true }
  | { tool: 'unar'; defaultEncoding?: string; onlyBeyond?: true }
  | { tool: 'deb' | 'brotli' };

const plain = (format: string): ArchiveReader => ({ tool: 'libarchive', formats: [format] });
const packed = (format: string, ...filters: string[]): ArchiveReader => ({
  tool: 'libarchive',
  formats: [format],
  filters,
});

const zip = plain('zip_seekable');

/** The format and compression of each extension. */
const archives: Readonly<Record<string, ArchiveReader>> = {
  zip,
  jar: zip,
  apk: zip,
  ipa: zip,
  xpi: zip,
  whl: zip,
  nupkg: zip,
  tar: plain('tar'),
  'tar.gz': packed('tar', 'gzip'),
  'tar.bz2': packed('tar', 'bzip2'),
  'tar.xz': packed('tar', 'xz'),
  'tar.zst': packed('tar', 'zstd'),
  'tar.lz4': packed('tar', 'lz4'),
  'tar.lz': packed('tar', 'lzip'),
  'tar.lzma': packed('tar', 'lzma'),
  'tar.z': packed('tar', 'compress'),
  cpio: plain('cpio'),
  iso: plain('iso9660'),
  xar: plain('xar'),
  ar: plain('ar'),
  cab: plain('cab'),
  rpm: packed('cpio', 'rpm', 'gzip', 'bzip2', 'xz', 'lzma', 'zstd'),
  deb: { tool: 'deb' },
};

const streams: Readonly<Record<string, ArchiveReader>> = {
  gz: packed('raw', 'gzip'),
  bz2: packed('raw', 'bzip2'),
  xz: packed('raw', 'xz'),
  zst: packed('raw', 'zstd'),
  lz4: packed('raw', 'lz4'),
  lz: packed('raw', 'lzip'),
  lzma: packed('raw', 'lzma'),
  z: packed('raw', 'compress'),
};

const comics: Readonly<Record<string, ArchiveReader>> = { cbz: zip, cbt: plain('tar') };

/**
 * Tools that are tried after libarchive: for disc images in the UDF format, and for rare compression methods that
 * libarchive reports as unsupported. A corrupt archive is not passed to a second tool, because that tool would read
 * only a part of the archive.
 */
const fallbackReaders: Readonly<Record<string, readonly ArchiveReader[]>> = {
  zip: [
    { tool: 'unar', defaultEncoding: 'cp437', onlyBeyond: true },
    { tool: 'sevenzip', type: 'zip', onlyBeyond: true },
  ],
  cbz: [{ tool: 'unar', defaultEncoding: 'cp437', onlyBeyond: true }],
  tar: [{ tool: 'unar', onlyBeyond: true }],
  iso: [{ tool: 'sevenzip', type: 'udf' }],
};

interface Style {
  format: string;
  filter?: string;
  options?: string;
}

/** libarchive's writer settings for each target. */
const styles: Readonly<Record<string, Style>> = {
  zip: { format: 'zip', options: 'zip:hdrcharset=UTF-8' },
  '7z': { format: '7zip' },
  tar: { format: 'pax_restricted' },
  'tar.gz': { format: 'pax_restricted', filter: 'gzip', options: 'gzip:!timestamp' },
  'tar.bz2': { format: 'pax_restricted', filter: 'bzip2' },
  'tar.xz': { format: 'pax_restricted', filter: 'xz' },
  'tar.zst': { format: 'pax_restricted', filter: 'zstd' },
  'tar.lz4': { format: 'pax_restricted', filter: 'lz4' },
  'tar.lz': { format: 'pax_restricted', filter: 'lzip' },
  'tar.lzma': { format: 'pax_restricted', filter: 'lzma' },
  cpio: { format: 'cpio_newc' },
  iso: { format: 'iso9660', options: 'iso9660:rockridge=strict' },
  xar: { format: 'xar' },
  gz: { format: 'raw', filter: 'gzip', options: 'gzip:!timestamp' },
  bz2: { format: 'raw', filter: 'bzip2' },
  xz: { format: 'raw', filter: 'xz' },
  zst: { format: 'raw', filter: 'zstd' },
  lz4: { format: 'raw', filter: 'lz4' },
  lz: { format: 'raw', filter: 'lzip' },
  lzma: { format: 'raw', filter: 'lzma' },
  br: { format: 'brotli' },
  cbz: { format: 'zip', options: 'zip:hdrcharset=UTF-8,zip:compression=store' },
  cb7: { format: '7zip' },
  cbt: { format: 'pax_restricted' },
  pdf: { format: 'folder' },
};

const targets = Object.keys(styles);

export const comicTargets = targets.filter((ext) => ext.startsWith('cb'));
export const archiveTargets = targets.filter(
  (ext) => !['raw', 'brotli', 'folder'].includes(styles[ext]?.format ?? '') && !comicTargets.includes(ext),
);
export const streamTargets = targets.filter((ext) => styles[ext]?.format === 'raw');
export const streamSources = Object.keys(streams);
/** Archives into which a single compressed file may be packed. */
export const packTargets = ['zip', '7z', 'tar', 'tar.gz'];

/** Returns the readers of the format `ext` in order, or an empty list. */
export function readersOf(ext: string): readonly ArchiveReader[] {
  const first = { ...archives, ...streams, ...comics }[ext];
  return [...(first ? [first] : []), ...(fallbackReaders[ext] ?? [])];
}

/**
 * Returns the runner's command. The runner reads the entries with the first reader that works, and writes the entries
 * in the format `step.to`.
 */
export function repack(step: Step, readers: readonly ArchiveReader[]): string[] {
  const pictures = isArchive(step.from) && !isArchive(step.to);
  const { password } = step.options;
  const style = styles[step.to];
  const level = step.options.level ?? (step.from === step.to && !step.to.endsWith('xz') ? 9 : undefined);
  const options = [
    ...(style?.options ? [style.options] : []),
    ...(style && compressor(style) !== undefined && level !== undefined
      ? [`${compressor(style)}:compression-level=${level}`]
      : []),
    ...(password !== undefined && step.to === 'zip' ? ['zip:encryption=aes256'] : []),
  ];
  const encryption = password !== undefined && encryptableTargets.includes(step.to) ? { password } : {};
  return runnerCommand('tools/libarchive/runner.py', step, {
    readers: password === undefined ? readers : readers.map((reader) => ({ ...reader, password })),
    ...(step.options.strip_metadata ? { time: sourceDateEpoch } : {}),
    writer: { ...style, ...(options.length > 0 ? { options: options.join(',') } : {}), ...encryption },
    pictures,
  });
}

const encryptableTargets = ['zip', '7z'];
const encryptableSources = ['zip', 'cbz', '7z', 'cb7', 'rar', 'cbr'];

/**
 * Returns the name of the libarchive module that compresses the archive and has a compression level. Returns undefined
 * if the archive is not compressed.
 */
function compressor({ format, filter, options = '' }: Style): string | undefined {
  if (options.includes('compression=store')) return undefined;
  return filter ?? (['zip', '7zip'].includes(format) ? format : undefined);
}

/** Returns the options of conversions between archives. */
export function archiveOptions(from: string, to: string): readonly OptionName[] {
  const style = styles[to];
  return [
    ...(style && compressor(style) !== undefined ? (['level'] as const) : []),
    ...(cleanerOf(to) === 'archive' ? (['strip_metadata'] as const) : []),
    ...(encryptableSources.includes(from) || encryptableTargets.includes(to) ? (['password'] as const) : []),
  ];
}

const isArchive = (ext: string) => format(ext).category === 'archive';

/**
 * The limits apply to the sum of unpacked files and results. libarchive writes 7z, iso and xar archives to a temporary
 * file first, which would be too large for /tmp. Without `TZ`, libarchive would look up the time zone twice per entry.
 * For a zip with small files, time zone lookups would take half of the time.
 */
export const repackSettings = {
  limits: { outputBytes: 3 * 1024 ** 3, outputFiles: 50_000 },
  env: {
    TMPDIR: sandboxPaths.work,
    TZ: 'UTC0',
    GNUSTEP_CONFIG_FILE: `${sandboxPaths.engines}/tools/unar/GNUstep.conf`,
  },
} as const;

/** A Unix archive with one file of two bytes. */
const smallest = `!<arch>\n${['a/'.padEnd(16), '0'.padEnd(12), '0'.padEnd(6), '0'.padEnd(6), '644'.padEnd(8), '2'.padEnd(10)].join('')}\`\nx\n`;

export const libarchive = defineEngine({
  id: 'libarchive',
  title: 'libarchive',
  knownGood: { from: 'ar', to: 'zip', content: smallest },
  dangerous: 'all',
  needs: [
    { command: 'bsdtar', debian: 'libarchive-tools' },
    { command: 'python3', debian: 'python3' },
  ],
  mounts: archiverMounts,
  edges: [
    { reads: Object.keys(archives), writes: archiveTargets, cost: 1, options: archiveOptions },
    { reads: streamSources, writes: [...streamTargets, ...packTargets], cost: 1, options: archiveOptions },
    { reads: Object.keys(comics), writes: [...comicTargets, 'zip'], cost: 1, options: archiveOptions },
    { reads: ['zip', 'tar'], writes: ['cbz'], cost: 1, options: archiveOptions },
    ...sameFormatEdges('libarchive'),
  ],
  command: (step) => repack(step, readersOf(step.from)),
  ...repackSettings,
});
