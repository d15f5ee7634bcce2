/** How much room a disk has left. */
import { statfs } from 'node:fs/promises';

/** Bytes that may still be written below `dir`; none when no further file can be made there. */
export async function freeBytes(dir: string): Promise<number> {
  const { bavail, bsize, files, ffree } = await statfs(dir);
  // Some file systems do not count files, and say that there are none.
  return files > 0 && ffree === 0 ? 0 : bavail * bsize;
}
