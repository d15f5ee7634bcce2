/** Detects password encryption of a file from a few bytes, without parsing the file. */
import { open } from 'node:fs/promises';

const searchedBytes = 1024 * 1024;

const [oleMark, zipMark] = [Buffer.from('d0cf11e0', 'hex'), Buffer.from('504b0304', 'hex')];
const olePackage = Buffer.from('EncryptedPackage', 'utf16le');

/** Start of the stream Current User in an encrypted presentation: the record size and the token for encryption. */
const encryptedSlides = Buffer.from('14000000dfc4d1f3', 'hex');
const word = Buffer.from('eca5', 'hex');
/** First record of an Excel 97 workbook and of an Excel 5 workbook. */
const excel = [Buffer.from('09081000', 'hex'), Buffer.from('09080800', 'hex')];
/** Sector size, unit in which streams shorter than 4096 bytes are stored, and record type of FilePass. */
const [sectorBytes, smallUnit, filePass] = [512, 64, 0x2f];
/** Maximum number of records before FilePass, for example a write reservation by the author. */
const recordsBeforeFilePass = 4;

const standsAt = (bytes: Buffer, at: number, mark: Buffer) =>
  bytes.subarray(at, at + mark.length).equals(mark);

/** Returns whether a sector contains the start of an encrypted Word 97 document or Excel workbook. */
function hasEncryptedStart(head: Buffer): boolean {
  for (let at = sectorBytes; at + 24 <= head.length; at += smallUnit) {
    const isSector = at % sectorBytes === 0;
    if (isSector && standsAt(head, at, word) && (head.readUInt16LE(at + 10) & 0x100) !== 0) return true;
    if (excel.some((mark) => standsAt(head, at, mark)) && hasFilePass(head, at)) return true;
  }
  return false;
}

function hasFilePass(head: Buffer, start: number): boolean {
  let at = start;
  for (let count = 0; count <= recordsBeforeFilePass && at + 4 <= head.length; count += 1) {
    if (head.readUInt16LE(at) === filePass) return true;
    at += 4 + head.readUInt16LE(at + 2);
  }
  return false;
}

/**
 * Returns true only if the file at the path `file` is certainly encrypted. Supports PDFs, Office documents and zips.
 */
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
    const begins = (mark: Buffer) => standsAt(head, 0, mark);
    if (head.includes('%PDF-')) return holds('/Encrypt');
    if (begins(oleMark)) return holds(olePackage) || holds(encryptedSlides) || hasEncryptedStart(head);
    // Bit 0 of the flags of the first member means encryption.
    return begins(zipMark) && ((head[6] ?? 0) & 1) === 1;
  } finally {
    await handle.close();
  }
}
