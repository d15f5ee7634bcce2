/**
 * Creates folders with their parents, and removes folders with their content. Uses synchronous calls if they are faster
 * than calls in the thread pool.
 */
import { execFile } from 'node:child_process';
import { lstatSync, readdirSync, unlinkSync } from 'node:fs';
import { mkdir, rm, rmdir, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { eachInSlices } from './concurrency/in-slices.ts';

/**
 * Files above this size, in bytes, are removed asynchronously, because freeing their disk blocks takes long.
 */
const largeBytes = 16 * 1024 * 1024;

/** Creates `dir` unless it exists. Throws the system's error. */
export async function makeFolder(dir: string): Promise<void> {
  // Node's recursive mkdir never returns for a path below a folder that cannot have entries, such as /proc.
  if (await isFolder(dir)) return;
  const parent = path.dirname(dir);
  if (parent !== dir) await makeFolder(parent);
  try {
    await mkdir(dir);
  } catch (error) {
    // Ignores the error if another process has created the folder in the meantime.
    if (!(await isFolder(dir))) throw error;
  }
}

const isFolder = (dir: string) =>
  stat(dir).then(
    (found) => found.isDirectory(),
    () => false,
  );

/** Removes `dir` with its content if `dir` exists. No other process may write to `dir` during the removal. */
export async function removeFolder(dir: string): Promise<void> {
  try {
    await removeTree(dir);
  } catch {
    await rm(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 }).catch(
      async (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENAMETOOLONG') throw error;
        // Nested folders can exceed the maximum path length. The program rm can remove nested folders of any depth,
        // because it descends step by step.
        await promisify(execFile)('/bin/rm', ['-rf', '--', dir]);
      },
    );
  }
}

async function removeTree(dir: string): Promise<void> {
  await emptyFolder(dir);
  // An empty folder is removed asynchronously, because the removal takes milliseconds on some file systems.
  await rmdir(dir);
}

/** Removes the content of `dir`. No other process may write to `dir` during the removal. Throws the system's error. */
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
