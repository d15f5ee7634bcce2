/** Detects the format of a file on disk. */
import { open, type FileHandle } from 'node:fs/promises';
import { detectIn, type Detection } from './detect.ts';

/** Detects the format of the file at `path`. */
export async function detect(path: string): Promise<Detection> {
  const file = await open(path, 'r');
  try {
    return await detectOpen(file, (await file.stat()).size);
  } finally {
    await file.close();
  }
}

/** Detects the format of an open file of `size` bytes. */
export function detectOpen(file: FileHandle, size: number): Promise<Detection> {
  const read = async (position: number, length: number) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
    return buffer.subarray(0, bytesRead);
  };
  return detectIn({ size, read });
}
