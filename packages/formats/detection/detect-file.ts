/**
 * Detects the format of a file on disk. Reads synchronously, because a few small reads are faster than a thread switch.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { detectIn, type Detection } from './detect.ts';

/** Detects the format of the file at `path`. */
export async function detect(path: string): Promise<Detection> {
  const fd = openSync(path, 'r');
  try {
    return await detectOpen(fd, fstatSync(fd).size);
  } finally {
    closeSync(fd);
  }
}

/** Detects the format of the open file `fd` of `size` bytes. */
export function detectOpen(fd: number, size: number): Promise<Detection> {
  const read = (position: number, length: number) => {
    const buffer = Buffer.alloc(length);
    return Promise.resolve(buffer.subarray(0, readSync(fd, buffer, 0, length, position)));
  };
  return detectIn({ size, read });
}
