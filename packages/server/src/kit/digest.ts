/** The SHA-256 of a file. */
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { chunkBytes } from './chunks.ts';

/** In hex. The file is read in pieces, however long it is. */
export async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  const handle = await open(file);
  try {
    const piece = Buffer.allocUnsafe(Math.min(chunkBytes, (await handle.stat()).size + 1));
    for (;;) {
      const { bytesRead } = await handle.read(piece, 0, piece.length, null);
      if (bytesRead === 0) return hash.digest('hex');
      hash.update(piece.subarray(0, bytesRead));
    }
  } finally {
    await handle.close();
  }
}
