/** Reads the first bytes of a file. */
import { closeSync, openSync, readSync } from 'node:fs';

/** Returns at most the first `bytes` bytes of `file`. */
export function beginning(file: string, bytes: number): Buffer {
  const fd = openSync(file, 'r');
  try {
    const buffer = Buffer.alloc(bytes);
    return buffer.subarray(0, readSync(fd, buffer, 0, bytes, 0));
  } finally {
    closeSync(fd);
  }
}
