/**
 * Detects encryption of compound files (OLE) of Microsoft Office. Searches the bytes for marks, without parsing the
 * file.
 */
import { startsWith } from './bytes.ts';

const olePackage = Buffer.from('EncryptedPackage', 'utf16le');

/** Start of the stream Current User in an encrypted presentation: the record size and the token for encryption. */
const encryptedSlides = Buffer.from('14000000dfc4d1f3', 'hex');
const word = Buffer.from('eca5', 'hex');
/** First record of an Excel 97 workbook and of an Excel 5 workbook. */
const excel = [Buffer.from('09081000', 'hex'), Buffer.from('09080800', 'hex')];
/**
 * Sector size, size of the units that store streams shorter than 4096 bytes, and type of the record FilePass, which
 * only encrypted workbooks have.
 */
const [sectorBytes, smallUnit, filePass] = [512, 64, 0x2f];
/**
 * Maximum number of records before the record FilePass. Some workbooks have a record before FilePass, for example a
 * workbook that only its author may change.
 */
const recordsBeforeFilePass = 4;

/** Returns whether `head` contains the start of an encrypted Word 97 document or Excel workbook. */
function hasEncryptedStart(head: Buffer): boolean {
  for (let at = sectorBytes; at + 24 <= head.length; at += smallUnit) {
    const isSector = at % sectorBytes === 0;
    if (isSector && startsWith(head, word, at) && (head.readUInt16LE(at + 10) & 0x100) !== 0) return true;
    if (excel.some((mark) => startsWith(head, mark, at)) && hasFilePass(head, at)) return true;
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
 * Returns whether an OLE file is encrypted. `head` is the beginning of the file, and `tail` is the end of the file.
 * `head` and `tail` may overlap.
 */
export function isLockedOle(head: Buffer, tail: Buffer): boolean {
  const holds = (mark: Buffer) => head.includes(mark) || tail.includes(mark);
  return holds(olePackage) || holds(encryptedSlides) || hasEncryptedStart(head);
}
