/** The files that words name: files, folders with all that is in them, and patterns. */
import * as files from 'node:fs/promises';
import { lstat, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { CommandError, exitStatus } from './exit-status.ts';

export interface InputFile {
  /** As it can be opened. */
  file: string;
  /** Its place below the folder that was named; its own name where the file itself was. */
  relative: string;
  /** Whether the file itself was named: then it has to be convertible. */
  named: boolean;
  modifiedMs: number;
}

/** Each file once, in the order of their names within each word. Throws `CommandError` where there is none for a word. */
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
  if (known) throw new CommandError(`${word} is neither a file nor a folder.`, exitStatus.noSuchFile);
  // The shell has replaced patterns already, except those in quotes.
  const matches: InputFile[] = [];
  if (/[*?[{]/.test(word)) {
    // Not in Node 20.
    const { glob } = files as Partial<typeof files>;
    if (!glob) throw new CommandError(`${word} is a pattern in quotes, for which Node 22 is needed.`);
    for await (const match of glob(word)) matches.push(...(await filesOf(match)));
  }
  if (matches.length === 0) throw new CommandError(`There is no file ${word}.`, exitStatus.noSuchFile);
  return matches.sort((a, b) => compare(a.file, b.file));
}

/** Hidden files, links and what is no file are left out. */
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
