/** Whether a file is encrypted with a password, as far as its bytes show it without parsing. */
import { open } from 'node:fs/promises';

const searchedBytes = 1024 * 1024;

const [oleMark, zipMark] = [Buffer.from('d0cf11e0', 'hex'), Buffer.from('504b0304', 'hex')];
const olePackage = Buffer.from('EncryptedPackage', 'utf16le');

/** True only for files that are certainly encrypted: PDF, Office documents, zips. `file` is a path. */
export async function isEncrypted(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const read = async (at: number) => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(Math.min(size, searchedBytes)), {
        position: at,
      });
      return buffer.subarray(0, bytesRead);
    };
    const head = await read(0);
    const tail = await read(Math.max(0, size - searchedBytes));
    const holds = (mark: Buffer | string) => head.includes(mark) || tail.includes(mark);
    const begins = (mark: Buffer) => head.subarray(0, mark.length).equals(mark);
    if (head.includes('%PDF-')) return holds('/Encrypt');
    if (begins(oleMark)) return holds(olePackage);
    // Bit 0 of the flags of the first member.
    return begins(zipMark) && ((head[6] ?? 0) & 1) === 1;
  } finally {
    await handle.close();
  }
}
