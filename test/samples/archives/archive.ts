/** Samples of archive formats. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { pythonFile, run } from '../run.ts';
import type { SampleMaker, SampleMakers } from '../samples.ts';
import { japaneseTree, loneFile, tree, type TreeMember } from './tree.ts';

const packers = path.join(import.meta.dirname, 'packers.py');

/** Writes `members` to an archive in the format `kind`, with packers.py. */
export async function pack(kind: string, file: string, members: readonly TreeMember[]): Promise<void> {
  await pythonFile(packers, [kind, file], JSON.stringify(members));
}

const packed =
  (kind: string, members: readonly TreeMember[] = tree): SampleMaker =>
  (file) =>
    pack(kind, file, members);

/** Package formats that are based on zip. Maps each format to the file that distinguishes it from a plain zip. */
export const packageMarks: Readonly<Record<string, string>> = {
  jar: 'META-INF/MANIFEST.MF',
  apk: 'AndroidManifest.xml',
  ipa: 'Payload/Harbour.app/Info.plist',
  xpi: 'install.rdf',
  whl: 'harbour-1.dist-info/WHEEL',
  nupkg: 'harbour.nuspec',
};

const mark = (name: string): TreeMember => {
  const like = tree.find(({ kind }) => kind === 'file');
  if (!like) throw new Error('the tree has no file');
  return { ...like, path: name, data: Buffer.from('mark\n').toString('base64') };
};

const packages = Object.fromEntries(
  Object.entries(packageMarks).map(([ext, name]) => [ext, packed('zip', [...tree, mark(name)])]),
);

/** Maps file extensions to commands that compress standard input and write the result to standard output. */
const compressors: Readonly<Record<string, readonly [string, ...string[]]>> = {
  gz: ['gzip', '-nc'],
  bz2: ['bzip2', '-c'],
  xz: ['xz', '-c'],
  zst: ['zstd', '-c'],
  lz4: ['lz4', '-c'],
  lz: ['lzip', '-c'],
  lzma: ['xz', '--format=lzma', '-c'],
  z: ['python3', path.join(import.meta.dirname, '../pictures/lzw.py')],
};

const compressed = Object.fromEntries(
  Object.entries(compressors).flatMap(([ext, command]): [string, SampleMaker][] => [
    [ext, (file) => compress(command, loneFile, file)],
    [`tar.${ext}`, async (file, sample) => compress(command, await readFile(await sample('tar')), file)],
  ]),
);

async function compress(
  [program, ...args]: readonly [string, ...string[]],
  input: Buffer | string,
  file: string,
): Promise<void> {
  await writeFile(file, (await run(`/usr/bin/${program}`, args, { input })).stdout);
}

/** Unpacks the file `tar` to a temporary folder, calls `use` with the folder, and removes the folder. */
async function withTree(tar: string, use: (folder: string) => Promise<unknown>): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'protean-tree-'));
  try {
    await run('/usr/bin/tar', ['-xpf', tar, '-C', folder]);
    await use(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * Makes samples with bsdtar, for formats that packers.py does not support. Protean also uses libarchive, the library of
 * bsdtar, to read some of these formats.
 */
const byBsdtar =
  (...flags: string[]): SampleMaker =>
  async (file, sample) =>
    withTree(await sample('tar'), (folder) =>
      run('/usr/bin/bsdtar', ['-cf', file, ...flags, '-C', folder, 'harbour']),
    );

export const archives: SampleMakers = {
  zip: packed('zip'),
  ...packages,
  tar: packed('tar'),
  ...compressed,
  br: (file) => writeFile(file, brotliCompressSync(loneFile)),
  cpio: packed('cpio'),
  ar: packed('ar', flatFiles()),
  deb: packed('deb'),
  rpm: packed('rpm'),
  cab: packed('cab'),
  arj: packed('arj'),
  lzh: packed('lzh', japaneseTree),
  rar: packed('rar'),
  '7z': byBsdtar('--format', '7zip'),
  iso: byBsdtar('--format', 'iso9660', '--options', 'rockridge=strict'),
  xar: byBsdtar('--format', 'xar'),
  wim: async (file, sample) =>
    withTree(await sample('tar'), (cwd) =>
      run('/usr/bin/7zz', ['a', '-bd', '-twim', '-snl', file, 'harbour'], { cwd }),
    ),
};

/**
 * Returns the files with ASCII names, without their folders, because the format `ar` supports only short file names.
 */
export function flatFiles(): TreeMember[] {
  return tree
    .filter(({ kind, path: at }) => kind === 'file' && /^[ -~]+$/.test(at))
    .map((member) => ({ ...member, path: path.basename(member.path) }));
}
