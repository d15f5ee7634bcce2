/** Compresses long runs of one byte value, without keeping the uncompressed bytes in memory. */
import { createDeflateRaw, createGzip, type DeflateRaw, type Gzip } from 'node:zlib';
import { finished } from 'node:stream/promises';

const block = Buffer.alloc(1024 * 1024);

/** Returns `megabytes` megabytes of the byte `fill`, compressed by gzip. */
export const gzipped = (megabytes: number, fill = 0) => squeezed(createGzip({ level: 9 }), megabytes, fill);

/** Returns `megabytes` megabytes of the byte `fill`, compressed as raw deflate data for a zip member. */
export const deflated = (megabytes: number, fill = 0) =>
  squeezed(createDeflateRaw({ level: 9 }), megabytes, fill);

async function squeezed(packer: Gzip | DeflateRaw, megabytes: number, fill: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  packer.on('data', (chunk: Buffer) => chunks.push(chunk));
  const plain = Buffer.from(block).fill(fill);
  for (let n = 0; n < megabytes; n += 1) {
    if (!packer.write(plain)) await new Promise((resolve) => packer.once('drain', resolve));
  }
  packer.end();
  await finished(packer);
  return Buffer.concat(chunks);
}
