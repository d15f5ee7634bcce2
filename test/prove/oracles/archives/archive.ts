/**
 * The archive oracle. Checks that an archive has the same members as the sample. Compares paths, kinds, bytes and link
 * targets. Compares times and modes too if the formats store times and modes.
 */
import assert from 'node:assert/strict';
import path from 'node:path';
import type { Format } from '@protean/formats/format.ts';
import { flatFiles, packageMarks } from '../../../samples/archives/archive.ts';
import { pythonFile } from '../../../samples/run.ts';
import { japaneseTree, loneFile, tree, type TreeMember } from '../../../samples/archives/tree.ts';
import type { Claim } from '../../oracle.ts';
import { checkComic, isComic } from '../books/comic.ts';
import { checkInvoiceFile } from '../data/invoice.ts';
import { checkAttachments, isMail } from '../documents/mail.ts';

const unpackers = path.join(import.meta.dirname, 'unpackers.py');

/** For each format, the kinds of archive members that the format cannot store. */
const leavesOut: Readonly<Record<string, readonly TreeMember['kind'][]>> = {
  cab: ['folder', 'link'],
  arj: ['link'],
  lzh: ['link'],
};

export async function checkArchive(
  files: readonly string[],
  { source, target, loses }: Claim,
): Promise<void> {
  const [file = ''] = files;
  if (isComic(source)) return checkComic(file, target);
  // `unpackers.py` avoids libarchive if possible, because libarchive has written the archive. Instead of libarchive,
  // `unpackers.py` uses Python modules, the command-line programs of the compressors, and 7-Zip.
  const { stdout } = await pythonFile(unpackers, [target.ext, file]);
  const found = new Map(
    (JSON.parse(stdout.toString()) as TreeMember[]).map((member) => [member.path, member]),
  );
  if (source.ext === 'pdf') return checkInvoiceFile(found);
  if (isMail(source)) return checkAttachments(found, source);
  const mark = packageMarks[source.ext];
  if (mark !== undefined) assert.ok(found.has(mark), `${mark} is there`);
  const expected = expectedFrom(source);
  const paths = expected.map((member) => member.path).sort();
  const unexpected = [...found.keys()].filter((name) => isOurs(name, found) && !paths.includes(name));
  assert.deepEqual(unexpected, [], 'nothing came along');
  const keepsModes = source.holds.includes('modes') && !loses.includes('modes');
  for (const member of expected) checkMember(member, found.get(member.path), source, keepsModes);
}

/**
 * Returns whether the member must come from the sample. Returns false for package metadata, and for folders that
 * contain other members, because a result may have additional entries of these kinds.
 */
function isOurs(name: string, found: ReadonlyMap<string, TreeMember>): boolean {
  const marks = Object.values(packageMarks);
  if (name === 'DEBIAN' || name === 'DEBIAN/control') return false;
  if (found.get(name)?.kind === 'folder' && [...found.keys()].some((other) => other.startsWith(`${name}/`)))
    return false;
  return !marks.some((mark) => mark === name || mark.startsWith(`${name}/`));
}

function expectedFrom(source: Format): readonly TreeMember[] {
  if (source.ext === 'ar') return flatFiles();
  if (source.holds.includes('tree'))
    return (source.ext === 'lzh' ? japaneseTree : tree).filter(
      ({ kind }) => !leavesOut[source.ext]?.includes(kind),
    );
  const like = tree.find(({ kind }) => kind === 'file');
  assert.ok(like);
  return [{ ...like, path: 'data', data: loneFile.toString('base64') }];
}

function checkMember(
  member: TreeMember,
  found: TreeMember | undefined,
  source: Format,
  keepsModes: boolean,
): void {
  assert.ok(found, `${member.path} is there`);
  assert.equal(found.kind, member.kind, `${member.path} is a ${member.kind}`);
  assert.ok(found.data === member.data, `bytes of ${member.path}`);
  assert.equal(found.target, member.target, `where ${member.path} points`);
  if (!source.holds.includes('tree') && !source.holds.includes('modes')) return;
  assert.ok(
    Math.abs(found.mtime - member.mtime) <= 2,
    `time of ${member.path}: ${found.mtime}, not ${member.mtime}`,
  );
  if (keepsModes && member.kind !== 'link') {
    assert.equal(found.mode.toString(8), member.mode.toString(8), `mode of ${member.path}`);
  }
}
