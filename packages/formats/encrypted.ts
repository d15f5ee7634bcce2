/** Whether a file is locked by a password, as far as its bytes say so without being parsed. */
import { open } from 'node:fs/promises';

const seen = 1024 * 1024;

const [oleMark, zipMark] = [Buffer.from('d0cf11e0', 'hex'), Buffer.from('504b0304', 'hex')];
const olePackage = Buffer.from('EncryptedPackage', 'utf16le');

/** True only for what is certain: a locked PDF, Office document, or zip. */
export async function isEncrypted(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const read = async (at: number) => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(Math.min(size, seen)), { position: at });
      return buffer.subarray(0, bytesRead);
    };
    const head = await read(0);
    const tail = await read(Math.max(0, size - seen));
    const holds = (mark: Buffer | string) => head.includes(mark) || tail.includes(mark);
    const begins = (mark: Buffer) => head.subarray(0, mark.length).equals(mark);
    if (head.includes('%PDF-')) return holds('/Encrypt');
    if (begins(oleMark)) return holds(olePackage);
    // Bit 0 of a zip member's flags.
    return begins(zipMark) && ((head[6] ?? 0) & 1) === 1;
  } finally {
    await handle.close();
  }
}
