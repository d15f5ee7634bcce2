/** Number of connections that leave file descriptors for the rest of a process. */
import { readFileSync } from 'node:fs';

/** For conversions, the database, the log and stored files. A lower limit is halved instead. */
const reserved = 1_000;

/** Returns how many connections fit below the limit of open files. */
export function connectionsWithin(descriptors: number): number {
  return Math.max(1, descriptors - Math.min(reserved, Math.ceil(descriptors / 2)));
}

/** Returns the limit of open files of this process. Infinity if the system has none. */
export function descriptorLimit(): number {
  try {
    const limit = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return limit === undefined ? Infinity : Number(limit);
  } catch {
    return Infinity;
  }
}
