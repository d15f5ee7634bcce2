/** Computes the SHA-256 digest of a file. */
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { chunkBytes } from './chunks.ts';

/** Returns the SHA-256 digest in hex. Reads the file in chunks. */
export async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  const handle = await open(file);
  try {
    const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, (await handle.stat()).size + 1));
    for (;;) {
      const { bytesRead } = await handle.read(chunk, 0, chunk.length, null);
      if (bytesRead === 0) return hash.digest('hex');
      hash.update(chunk.subarray(0, bytesRead));
    }
  } finally {
    await handle.close();
  }
}
