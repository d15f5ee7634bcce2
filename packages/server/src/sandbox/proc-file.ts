/** Reads what the kernel tells of a process in a file; of one that has exited, or may not be inspected, nothing. */
import { readFileSync } from 'node:fs';

// Reading from /proc waits for no disk, so that it costs less than a turn through the thread pool.
export function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
