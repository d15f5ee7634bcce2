/** Reads a file of /proc; empty if the process has exited or may not be inspected. */
import { readFileSync } from 'node:fs';

// Reading from /proc never waits for a disk, so a synchronous read costs less than the thread pool.
export function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
