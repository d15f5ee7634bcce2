/** Reads the first bytes of a file. */
import { closeSync, openSync, readSync } from 'node:fs';

/** Returns the first `bytes` of `file`, or fewer if it is shorter. */
export function beginning(file: string, bytes: number): Buffer {
  const fd = openSync(file, 'r');
  try {
    const buffer = Buffer.alloc(bytes);
    return buffer.subarray(0, readSync(fd, buffer, 0, bytes, 0));
  } finally {
    closeSync(fd);
  }
}
