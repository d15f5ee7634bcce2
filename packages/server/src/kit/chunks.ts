/** Reads files in chunks that are large enough to be fast and small enough to hold many at once. */
import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';

export const chunkBytes = 256 * 1024;

/** Returns the bytes from `start` to `end`, both included. Closes the file at the end. */
export function readChunks(handle: FileHandle, { start, end }: { start: number; end: number }): Readable {
  // A full chunk of memory is not needed for a small file.
  const highWaterMark = Math.max(1, Math.min(chunkBytes, end - start + 1));
  return handle.createReadStream({ start, end, highWaterMark });
}
