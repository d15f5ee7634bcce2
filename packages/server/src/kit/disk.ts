/** Free space of a file system, asked at once: handing the call to another thread costs more than it takes. */
import { statfsSync } from 'node:fs';

/** Bytes that may still be written below `dir`; 0 when no further file can be created there. */
export function freeBytes(dir: string): number {
  const { bavail, bsize, files, ffree } = statfsSync(dir);
  // Some file systems do not count files, and report 0 of them.
  return files > 0 && ffree === 0 ? 0 : bavail * bsize;
}
