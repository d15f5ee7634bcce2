/** Whether a file is locked by a password, as far as its bytes say so without being parsed. */
import { open } from 'node:fs/promises';

const seen = 1024 * 1024;

const olePackage = Buffer.from('EncryptedPackage', 'utf16le');

/** True only for what is certain: a locked PDF, Office document, or zip. */
export async function isLocked(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const read = async (at: number) => {
      const { buffer, bytesRead } = await handle.read(
        Buffer.alloc(Math.min(size, seen)),
        0,
        seen > size ? size : seen,
        at,
      );
      return buffer.subarray(0, bytesRead);
    };
    const ends = [await read(0), await read(Math.max(0, size - seen))];
    const [head = Buffer.alloc(0)] = ends;
    const holds = (mark: Buffer | string) => ends.some((end) => end.includes(mark));
    if (head.includes('%PDF-')) return holds('/Encrypt');
    if (head.readUInt32BE(0) === 0xd0cf11e0) return holds(olePackage);
    // Bit 0 of a zip member's flags.
    return head.readUInt32BE(0) === 0x504b0304 && (head.readUInt16LE(6) & 1) === 1;
  } finally {
    await handle.close();
  }
}
