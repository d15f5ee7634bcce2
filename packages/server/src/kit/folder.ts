/** Makes a folder and those on the way to it, and says at once where it cannot. */
import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';

/** Leaves one that is there as it is. Throws what the system says. */
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
