/** Reads a range of an open file. */
import type { FileHandle } from 'node:fs/promises';

/** Returns up to `length` bytes from `position`, fewer at the end of the file. */
export async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}
