/** Replaces linked input files of a sandbox with copies. Changes to a copy affect no other file. */
import { constants } from 'node:fs';
import { copyFile, lstat, readdir, rename } from 'node:fs/promises';
import path from 'node:path';

/**
 * Replaces links in `input` with copies. Through a link, a program could change an upload, a stored object or a file of
 * the user. Hard links and symbolic links are replaced. If the file system supports shared blocks, a copy shares its
 * blocks with the original. The folder `input` must not contain other folders.
 */
export async function separateInputs(input: string): Promise<void> {
  for (const name of await readdir(input)) {
    const file = path.join(input, name);
    const stats = await lstat(file);
    if (stats.isFile() && stats.nlink === 1) continue;
    const copy = `${file}.copy`;
    await copyFile(file, copy, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    await rename(copy, file);
  }
}
