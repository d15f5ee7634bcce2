/** Reads files in chunks that are large enough for speed and small enough to keep many in memory. */
import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';

export const chunkBytes = 256 * 1024;

/** Returns a stream of the bytes from `start` to `end`, both included. When the stream ends, it closes the file. */
export function readChunks(handle: FileHandle, { start, end }: { start: number; end: number }): Readable {
  // A small file does not need the memory of a full chunk, so the buffer is limited to the size of the range.
  const highWaterMark = Math.max(1, Math.min(chunkBytes, end - start + 1));
  return handle.createReadStream({ start, end, highWaterMark });
}
