/** Resolves arguments to files. An argument is a file, a folder with all its content, or a pattern. */
import * as files from 'node:fs/promises';
import { lstat, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { CommandError, exitStatus } from '../exit-status.ts';

export interface InputFile {
  /** Path by which the file can be opened. */
  file: string;
  /** Base folder of the path `relative`: the folder that the user specified, or the folder of the specified file. */
  root: string;
  /** Path of the file below `root`. */
  relative: string;
  /**
   * Whether the user specified the file itself, by its path or by a pattern, instead of a folder that contains it. If a
   * specified file cannot be converted, the command fails. If a file from a folder cannot be converted, the command
   * skips the file.
   */
  named: boolean;
  modifiedMs: number;
}

/**
 * Returns each file once, sorted by name within each argument. Throws `CommandError` if an argument matches no file.
 */
export async function findInputs(args: readonly string[]): Promise<InputFile[]> {
  const found = new Map<string, InputFile>();
  for (const arg of args) {
    for (const input of await filesOf(arg)) {
      const key = path.resolve(input.file);
      if (!found.has(key)) found.set(key, input);
    }
  }
  return [...found.values()];
}

async function filesOf(arg: string): Promise<InputFile[]> {
  const known = await stat(arg).catch(() => undefined);
  if (known?.isDirectory()) return folderFiles(arg, '.');
  if (known?.isFile()) {
    const [root, relative] = [path.dirname(arg), path.basename(arg)];
    return [{ file: arg, root, relative, named: true, modifiedMs: known.mtimeMs }];
  }
  if (known) throw new CommandError(`Not a file or folder: ${arg}.`, exitStatus.noSuchFile);
  // If the argument is a pattern, the user has quoted it. The shell has already expanded patterns without quotation
  // marks.
  const matches: InputFile[] = [];
  if (/[*?[{]/.test(arg)) {
    // Node 20 has no `glob`.
    const { glob } = files as Partial<typeof files>;
    if (!glob) throw new CommandError(`Quoted patterns such as ${arg} need Node 22.`);
    for await (const match of glob(arg)) matches.push(...(await filesOf(match)));
  }
  if (matches.length === 0) throw new CommandError(`File not found: ${arg}.`, exitStatus.noSuchFile);
  return matches.sort((a, b) => compare(a.file, b.file));
}

/** Returns the files in a folder. Skips hidden files, links and special files. */
async function folderFiles(root: string, folder: string): Promise<InputFile[]> {
  const entries = await readdir(path.join(root, folder), { withFileTypes: true });
  const files: InputFile[] = [];
  for (const entry of entries.sort((a, b) => compare(a.name, b.name))) {
    const relative = path.join(folder, entry.name);
    if (entry.name.startsWith('.')) continue;
    if (entry.isDirectory()) files.push(...(await folderFiles(root, relative)));
    if (!entry.isFile()) continue;
    const file = path.join(root, relative);
    files.push({ file, root, relative, named: false, modifiedMs: (await lstat(file)).mtimeMs });
  }
  return files;
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
