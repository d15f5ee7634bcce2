/**
 * Reads the free space of a file system. The system call is synchronous, because a call in the thread pool would be
 * slower.
 */
import { statfsSync } from 'node:fs';

/**
 * Returns the number of bytes that may still be written below `dir`. Returns 0 if no more files can be created on the
 * file system of `dir`.
 */
export function freeBytes(dir: string): number {
  const { bavail, bsize, files, ffree } = statfsSync(dir);
  // Some file systems do not count files and report 0 as their maximum number of files.
  return files > 0 && ffree === 0 ? 0 : bavail * bsize;
}
