/**
 * Writes the files that commands create for the user. A file gets its final name only when the file is complete. A new
 * file replaces an existing file only if the caller allows the replacement.
 */
import { randomUUID } from 'node:crypto';
import { link, lstat, open, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { formatOfFileName } from '@protean/formats';
import { KeptError } from './kept-error.ts';
import { OpenFolder, pathOf, type Place } from './open-folder.ts';

/** Behaviour if a file with the final name exists. */
export type IfExists =
  /** Throws `KeptError`. */
  | 'refuse'
  /**
   * Replaces the existing file. If the existing file is a link, replaces the link and leaves the link's target
   * unchanged.
   */
  | 'replace'
  /** Stores the result under the next free name, such as `a (2).pdf`. */
  | 'number';

/** Suffix of the report that is written next to a result. */
const reportEnding = '.report.json';

export interface Written {
  /** Name of the result. If several pages were packed into a zip, the final name gets the suffix `.zip`. */
  fileName?: string;
  /** Report to write next to the result. */
  report?: object | undefined;
}

export interface Placed<Result extends Written> {
  output: string;
  written: Result;
}

/**
 * Calls `write` with a temporary path in the folder of `place`. Gives the file its final name when it is complete. If
 * anything fails, no file is left.
 */
export async function placeResult<Result extends Written>(
  place: Place,
  ifExists: IfExists,
  write: (partial: string) => Promise<Result>,
): Promise<Placed<Result>> {
  await using folder = await OpenFolder.of(place);
  const partial = folder.at(`.${randomUUID()}.part`);
  try {
    const written = await write(partial);
    const name = withEnding(path.basename(place.below), written.fileName);
    const placed = await placeWithReport(folder, partial, { name, ifExists, report: written.report });
    return { output: path.join(folder.path, placed), written };
  } catch (error) {
    throw isDiskFull(error, partial) ? Object.assign(error, { path: pathOf(place) }) : folder.named(error);
  } finally {
    await rm(partial, { force: true });
  }
}

/**
 * Throws `KeptError` if the result file already exists. If `withReport` is true, also throws if the file of the report
 * exists. Commands call `requireFree` before a conversion, because {@link placeResult} would fail only after the
 * conversion.
 */
export async function requireFree(place: Place, withReport: boolean): Promise<void> {
  const file = pathOf(place);
  for (const name of [file, ...(withReport ? [`${file}${reportEnding}`] : [])])
    if (await lstat(name).catch(() => undefined)) throw fileKept(name);
}

/**
 * Moves a source file to `to`, and writes a text file next to the moved file. If one of the two new names is taken,
 * both files get the same number, such as ` (2)`. Returns the new path of the source file.
 */
export async function moveWithText(
  from: Place,
  to: Place,
  text: string,
  textEnding: string,
): Promise<string> {
  await using source = await OpenFolder.of(from);
  await using folder = await OpenFolder.of(to);
  const file = source.at(path.basename(from.below));
  for (const name of numbered(path.basename(to.below))) {
    const textFile = folder.at(`${name}${textEnding}`);
    if (!(await created(textFile, text))) continue;
    const moved = await claim(file, folder.at(name)).catch(async (error: unknown) => {
      await rm(textFile, { force: true });
      throw source.named(folder.named(error));
    });
    if (moved) return path.join(folder.path, name);
    await rm(textFile, { force: true });
  }
  throw new Error('unreachable: numbers have no end');
}

interface Naming {
  name: string;
  ifExists: IfExists;
  report: object | undefined;
}

/**
 * Writes the report, then the result, and returns the final name. The report is written first, so that a result is
 * never visible without its report.
 */
async function placeWithReport(folder: OpenFolder, partial: string, naming: Naming): Promise<string> {
  const { name, ifExists, report } = naming;
  if (report === undefined) return placeAs(folder, partial, name, ifExists);
  const text = folder.at(`.${randomUUID()}.part`);
  const reportName = `${name}${reportEnding}`;
  try {
    await writeFile(text, `${JSON.stringify(report, null, 2)}\n`, { flag: 'wx' });
    await placeAs(folder, text, reportName, ifExists);
  } finally {
    await rm(text, { force: true });
  }
  try {
    return await placeAs(folder, partial, name, ifExists);
  } catch (error) {
    await rm(folder.at(reportName), { force: true });
    throw error;
  }
}

async function placeAs(
  folder: OpenFolder,
  partial: string,
  name: string,
  ifExists: IfExists,
): Promise<string> {
  if (ifExists === 'replace') {
    await requireReplaceable(folder, name);
    await rename(partial, folder.at(name));
    return name;
  }
  for (const candidate of ifExists === 'number' ? numbered(name) : [name])
    if (await claim(partial, folder.at(candidate))) return candidate;
  throw fileKept(path.join(folder.path, name));
}

/** Yields possible file names: `a.pdf`, `a (2).pdf`, `a (3).pdf` and so on. */
function* numbered(fileName: string): Generator<string> {
  const { name, ext } = path.parse(fileName);
  yield fileName;
  for (let n = 2; ; n += 1) yield `${name} (${n})${ext}`;
}

/** Error codes with which `link` reports that the file system cannot create the hard link. */
const unsupported = ['EPERM', 'EOPNOTSUPP', 'ENOTSUP', 'ENOSYS', 'EMLINK'];

/**
 * Moves `from` to `to`. Returns false if the name `to` is taken. Links count as taken names, regardless of their targets.
 */
async function claim(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    if (!unsupported.includes(code)) throw error;
    // Reserves the name with an empty file, because hard links are not supported.
    if (!(await created(to, ''))) return false;
    await rename(from, to);
    return true;
  }
  await rm(from);
  return true;
}

/** Creates a file. Returns false if the file already exists. */
async function created(file: string, text: string): Promise<boolean> {
  const handle = await open(file, 'wx').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') return undefined;
    throw error;
  });
  if (!handle) return false;
  try {
    await handle.writeFile(text);
  } finally {
    await handle.close();
  }
  return true;
}

/**
 * Throws if `name` is a folder, or a special file such as the device /dev/null. Folders and special files are never
 * replaced.
 */
async function requireReplaceable(folder: OpenFolder, name: string): Promise<void> {
  const found = await lstat(folder.at(name)).catch(() => undefined);
  if (!found || found.isFile() || found.isSymbolicLink()) return;
  const kind = found.isDirectory() ? 'a folder' : 'not a regular file';
  throw new KeptError(`${path.join(folder.path, name)} is ${kind}, which is never replaced.`);
}

const fileKept = (file: string) => new KeptError(`${file} already exists.`, 'Use --force to replace it.');

/** Appends `.zip` to `name` if the result is a zip instead of a single file. */
function withEnding(name: string, resultName = ''): string {
  return isZip(resultName) && formatOfFileName(name)?.ext !== 'zip' ? `${name}.zip` : name;
}

const isZip = (name: string) => name.toLowerCase().endsWith('.zip');

/**
 * Returns whether `error` means that the disk of `file` is full. Returns false if the error concerns a file other than
 * `file`.
 */
function isDiskFull(error: unknown, file: string): error is NodeJS.ErrnoException {
  const { code = '', dest = file } = error as NodeJS.ErrnoException & { dest?: string };
  return ['ENOSPC', 'EDQUOT'].includes(code) && dest === file;
}
