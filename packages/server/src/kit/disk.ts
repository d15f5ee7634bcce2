/** Reads the free space of a file system synchronously, because the thread pool would cost more time than the call. */
import { statfsSync } from 'node:fs';

/** Returns the bytes that may still be written below `dir`, or 0 if no more files can be created there. */
export function freeBytes(dir: string): number {
  const { bavail, bsize, files, ffree } = statfsSync(dir);
  // Some file systems do not count files and report 0 of them.
  return files > 0 && ffree === 0 ? 0 : bavail * bsize;
}
