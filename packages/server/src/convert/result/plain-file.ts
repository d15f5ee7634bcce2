/** Reads plain files that an engine may have written next to its results. Files from an engine are untrusted input. */
import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';

/**
 * Calls `read` with the open file and its size in bytes, and returns the result. Returns undefined if the path is not a
 * plain file.
 */
export async function readPlainFile<T>(
  file: string,
  read: (handle: FileHandle, size: number) => Promise<T>,
): Promise<T | undefined> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const handle = await open(file, flags).catch(() => undefined);
  if (!handle) return undefined;
  try {
    const stat = await handle.stat();
    return stat.isFile() ? await read(handle, stat.size) : undefined;
  } finally {
    await handle.close();
  }
}
