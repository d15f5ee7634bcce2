/** Limits the number of connections, so that enough file descriptors remain for the rest of the process. */
import { readFileSync } from 'node:fs';

/**
 * Number of file descriptors reserved for conversions, the database, the log and stored files. If the process may open
 * fewer than 2,000 files, half of its file descriptors are reserved.
 */
const reserved = 1_000;

/** Returns the maximum number of connections for a process that may open `descriptors` files. */
export function connectionsWithin(descriptors: number): number {
  return Math.max(1, descriptors - Math.min(reserved, Math.ceil(descriptors / 2)));
}

/** Returns this process's limit on open files, or Infinity if the system has no limit. */
export function descriptorLimit(): number {
  try {
    const limit = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return limit === undefined ? Infinity : Number(limit);
  } catch {
    return Infinity;
  }
}
