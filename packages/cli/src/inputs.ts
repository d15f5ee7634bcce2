/** Resolves arguments to files: files, folders with all their content, and patterns. */
import * as files from 'node:fs/promises';
import { lstat, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { CommandError, exitStatus } from './exit-status.ts';

export interface InputFile {
  /** The path to open. */
  file: string;
  /** The path below the given folder; the file's own name if it was given directly. */
  relative: string;
  /** Whether the file itself was given; then it must be convertible. */
  named: boolean;
  modifiedMs: number;
}

/** Returns each file once, sorted by name within each argument. Throws `CommandError` if an argument matches no file. */
export async function findInputs(words: readonly string[]): Promise<InputFile[]> {
  const found = new Map<string, InputFile>();
  for (const word of words) {
    for (const input of await filesOf(word)) {
      const key = path.resolve(input.file);
      if (!found.has(key)) found.set(key, input);
    }
  }
  return [...found.values()];
}

async function filesOf(word: string): Promise<InputFile[]> {
  const known = await stat(word).catch(() => undefined);
  if (known?.isDirectory()) return folderFiles(word, '.');
  if (known?.isFile()) {
    return [{ file: word, relative: path.basename(word), named: true, modifiedMs: known.mtimeMs }];
  }
  if (known) throw new CommandError(`Not a file or folder: ${word}.`, exitStatus.noSuchFile);
  // The shell has already expanded patterns, except quoted ones.
  const matches: InputFile[] = [];
  if (/[*?[{]/.test(word)) {
    // Missing in Node 20.
    const { glob } = files as Partial<typeof files>;
    if (!glob) throw new CommandError(`Quoted patterns such as ${word} need Node 22.`);
    for await (const match of glob(word)) matches.push(...(await filesOf(match)));
  }
  if (matches.length === 0) throw new CommandError(`File not found: ${word}.`, exitStatus.noSuchFile);
  return matches.sort((a, b) => compare(a.file, b.file));
}

/** Skips hidden files, links and special files. */
async function folderFiles(root: string, folder: string): Promise<InputFile[]> {
  const entries = await readdir(path.join(root, folder), { withFileTypes: true });
  const files: InputFile[] = [];
  for (const entry of entries.sort((a, b) => compare(a.name, b.name))) {
    const relative = path.join(folder, entry.name);
    if (entry.name.startsWith('.')) continue;
    if (entry.isDirectory()) files.push(...(await folderFiles(root, relative)));
    if (!entry.isFile()) continue;
    const file = path.join(root, relative);
    files.push({ file, relative, named: false, modifiedMs: (await lstat(file)).mtimeMs });
  }
  return files;
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
