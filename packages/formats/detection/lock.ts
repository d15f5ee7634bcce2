/**
 * Detects whether a file is encrypted and whether a password opens it. Searches the bytes of the file for marks of
 * encryption, without parsing the file.
 */
import { open } from 'node:fs/promises';
import { startsWith } from './bytes.ts';
import { isLockedOle } from './ole-lock.ts';
import { lockOfZip, type Lock } from './zip-lock.ts';

const searchedBytes = 1024 * 1024;

const [oleMark, zipMark] = [Buffer.from('d0cf11e0', 'hex'), Buffer.from('504b0304', 'hex')];

/**
 * PDF security handlers that need a server or a certificate (ISO 32000-2, 7.6.1). Digital signatures also
 * have a `Filter` entry, but with other names.
 */
const pdfHandler = /\/Filter\s*\/(EBX_HANDLER|FOPN_\w+|Adobe\.APS|Adobe\.PubSec|MicrosoftIRMServices)\b/;

/** Marker of a Mobipocket or Kindle book (type and creator), and the offset of the marker in the file. */
const [book, bookAt] = [Buffer.from('BOOKMOBI'), 60];
/**
 * Offset of the field that states the position of the first record, and offset of the encryption type in that record.
 */
const [firstRecordAt, encryptionAt] = [78, 12];

/**
 * Windows Media files: their first bytes, and the ids of header objects that describe encryption (ASF 3.14 and 3.15).
 */
const windowsMedia = Buffer.from('3026b2758e66cf11', 'hex');
const windowsLocks = ['fbb3112223bdd211b4b700a0c955fc6e', '14e68a292226174cb935dae07ee9289c'].map((id) =>
  Buffer.from(id, 'hex'),
);

/** The box of an MP4 file that states the protection scheme of a track (ISO/IEC 14496-12, 8.12.5). */
const protection = /schm\0{4}(itun|cenc|cens|cbc1|cbcs)/;

/**
 * Returns how a file is encrypted. Supports PDF, Office, iWork and OpenDocument files, books, videos, audio files and
 * zips. Returns undefined if no sign of encryption is found. `file` is a path.
 */
export async function findLock(file: string): Promise<Lock | undefined> {
  return withFile(file, async (size, read) => {
    const head = await read(0, searchedBytes);
    const tail = await read(Math.max(0, size - searchedBytes), searchedBytes);
    if (head.includes('%PDF-')) return lockOfPdf(head, tail);
    if (startsWith(head, oleMark)) return isLockedOle(head, tail) ? {} : undefined;
    if (startsWith(head, book, bookAt)) return lockOfBook(head);
    if (startsWith(head, windowsMedia)) return lockOfWindowsMedia(head);
    if (startsWith(head, Buffer.from('ftyp'), 4)) return lockOfTracks(head, tail);
    return startsWith(head, zipMark) ? lockOfZip(head, size, read) : undefined;
  });
}

/**
 * Returns how a zip or a zip-based file is encrypted. Returns undefined if the file is not encrypted or is not a zip.
 * Reads only the beginning of the zip, its central directory, and the entries that describe encryption.
 */
export async function findPackageLock(file: string): Promise<Lock | undefined> {
  return withFile(file, async (size, read) => {
    const head = await read(0, 8);
    return startsWith(head, zipMark) ? lockOfZip(head, size, read) : undefined;
  });
}

/** Opens `file`, and calls `use` with the size in bytes and a function that reads from the file. */
async function withFile<Result>(
  file: string,
  use: (size: number, read: (position: number, length: number) => Promise<Buffer>) => Promise<Result>,
): Promise<Result> {
  await using handle = await open(file);
  const { size } = await handle.stat();
  return await use(size, async (position, length) => {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(Math.min(size, length)), { position });
    return buffer.subarray(0, bytesRead);
  });
}

function lockOfPdf(head: Buffer, tail: Buffer): Lock | undefined {
  if (!head.includes('/Encrypt') && !tail.includes('/Encrypt')) return undefined;
  const handler = firstGroup(pdfHandler, head, tail);
  return handler === undefined ? {} : { feature: `PDF security handler ${handler}` };
}

function lockOfBook(head: Buffer): Lock | undefined {
  if (head.length < firstRecordAt + 4) return undefined;
  const at = head.readUInt32BE(firstRecordAt) + encryptionAt;
  return at + 2 <= head.length && head.readUInt16BE(at) !== 0 ? { feature: 'Kindle DRM' } : undefined;
}

const lockOfWindowsMedia = (head: Buffer): Lock | undefined =>
  windowsLocks.some((mark) => head.includes(mark)) ? { feature: 'Windows Media DRM' } : undefined;

function lockOfTracks(head: Buffer, tail: Buffer): Lock | undefined {
  const scheme = firstGroup(protection, head, tail);
  if (scheme === undefined) return undefined;
  return { feature: scheme === 'itun' ? 'Apple DRM' : `Common Encryption (${scheme})` };
}

/**
 * Searches for the pattern at the beginning of the file, then at the end of the file. Returns the first capture group
 * of the match, or undefined.
 */
const firstGroup = (pattern: RegExp, head: Buffer, tail: Buffer): string | undefined =>
  (pattern.exec(head.toString('latin1')) ?? pattern.exec(tail.toString('latin1')))?.[1];
