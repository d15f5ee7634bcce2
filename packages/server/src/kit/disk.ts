/** Free space of a file system. */
import { statfs } from 'node:fs/promises';

/** Bytes that may still be written below `dir`; 0 when no further file can be created there. */
export async function freeBytes(dir: string): Promise<number> {
  const { bavail, bsize, files, ffree } = await statfs(dir);
  // Some file systems do not count files, and report 0 of them.
  return files > 0 && ffree === 0 ? 0 : bavail * bsize;
}
