/** The parts of an open file that detection reads. */
import type { FileHandle } from 'node:fs/promises';

/** An open file: its first bytes, what `zipEnd` found at its end, and a way to read elsewhere. */
export interface FileView {
  head: Buffer;
  end: Buffer;
  size: number;
  file: Pick<FileHandle, 'read'>;
}

/** Up to `length` bytes at `position`: fewer where the file ends before. */
export async function readAt(file: FileView['file'], position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}
