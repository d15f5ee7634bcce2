/** Folders: made with those on the way to them, and removed in as few calls as may be, for each answer waits for one. */
import { execFile } from 'node:child_process';
import { mkdir, readdir, rm, rmdir, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

/** Makes `dir` and leaves one that is there as it is. Throws at once what the system says. */
export async function makeFolder(dir: string): Promise<void> {
  // Node's own recursion never ends where a folder is there but takes no more, as /proc.
  if (await isFolder(dir)) return;
  const parent = path.dirname(dir);
  if (parent !== dir) await makeFolder(parent);
  try {
    await mkdir(dir);
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!(await isFolder(dir))) throw error;
  }
}

const isFolder = (dir: string) =>
  stat(dir).then(
    (found) => found.isDirectory(),
    () => false,
  );

/** Removes `dir`, which need not be there, with all that is in it. Nobody else may be at work in it. */
export async function removeFolder(dir: string): Promise<void> {
  try {
    await removeTree(dir);
  } catch {
    await rm(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 }).catch(
      async (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENAMETOOLONG') throw error;
        // Folders can lie deeper than any name reaches; this program goes there step by step.
        await promisify(execFile)('/bin/rm', ['-rf', '--', dir]);
      },
    );
  }
}

async function removeTree(dir: string): Promise<void> {
  const entries = await readdir(dir, { withFileTypes: true });
  await Promise.all(
    entries.map((entry) => {
      const place = path.join(dir, entry.name);
      return entry.isDirectory() ? removeTree(place) : unlink(place);
    }),
  );
  await rmdir(dir);
}
