/** Creates folders with their parents, and removes trees; what takes less than handing it to another thread is done at once. */
import { execFile } from 'node:child_process';
import { lstatSync, readdirSync, unlinkSync } from 'node:fs';
import { mkdir, rm, rmdir, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { eachInSlices } from './concurrency/in-slices.ts';

/** Freeing the blocks of a larger file takes long. */
const largeBytes = 16 * 1024 * 1024;

/** Creates `dir` unless it exists. Throws the system's error. */
export async function makeFolder(dir: string): Promise<void> {
  // Node's recursive mkdir never returns below a folder that takes no entries, such as /proc.
  if (await isFolder(dir)) return;
  const parent = path.dirname(dir);
  if (parent !== dir) await makeFolder(parent);
  try {
    await mkdir(dir);
  } catch (error) {
    // Another process may have created it meanwhile.
    if (!(await isFolder(dir))) throw error;
  }
}

const isFolder = (dir: string) =>
  stat(dir).then(
    (found) => found.isDirectory(),
    () => false,
  );

/** Removes the tree `dir`, if it exists. Nothing else may write to it meanwhile. */
export async function removeFolder(dir: string): Promise<void> {
  try {
    await removeTree(dir);
  } catch {
    await rm(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 }).catch(
      async (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENAMETOOLONG') throw error;
        // Folders can be nested deeper than the longest path; rm descends step by step.
        await promisify(execFile)('/bin/rm', ['-rf', '--', dir]);
      },
    );
  }
}

async function removeTree(dir: string): Promise<void> {
  await emptyFolder(dir);
  // Some file systems take milliseconds for it.
  await rmdir(dir);
}

/** Removes all that is in `dir`. Nothing else may write to it meanwhile. Throws the system's error. */
export async function emptyFolder(dir: string): Promise<void> {
  await eachInSlices(readdirSync(dir, { withFileTypes: true }), (entry) => {
    const child = path.join(dir, entry.name);
    return entry.isDirectory() ? removeTree(child) : removeFile(child);
  });
}

/** Removes a file or a link. Throws the system's error. */
export function removeFile(file: string): Promise<void> | void {
  if (lstatSync(file).size > largeBytes) return unlink(file);
  unlinkSync(file);
}
