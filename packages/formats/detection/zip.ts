/** Reads the end and the central directory of zip files. */
import { ascii, fromAscii, lastIndexOf, u16, u32, utf8 } from './bytes.ts';
import type { FileBytes } from './file-bytes.ts';
import { iWorkEntry, iWorkMark } from './iwork.ts';

/** Maximum length of a zip's end record with its comment, in bytes. */
const maxEnd = 66_000;

const endMark = fromAscii('PK\x05\x06');

/**
 * Returns the bytes from the end record of a zip to the end of the file. Returns an empty array if there is no end
 * record.
 */
export async function zipEnd({ size, read }: Pick<FileBytes, 'size' | 'read'>): Promise<Uint8Array> {
  const tail = await read(Math.max(0, size - maxEnd), Math.min(size, maxEnd));
  const end = lastIndexOf(tail, endMark);
  return end < 0 ? tail.subarray(tail.length) : tail.subarray(end);
}

/** Returns whether the file ends with the end record of a zip. */
export function hasZipEnd({ end }: FileBytes): boolean {
  return end.length >= 22 && 22 + u16(end, 20) === end.length;
}

export interface ZipEntry {
  name: string;
  /** Whether the entry is encrypted with an encryption method of the zip format. */
  encrypted: boolean;
  /** Compression method: 0 is stored, 8 is deflated. */
  method: number;
  /** Declared compressed and uncompressed size, in bytes. */
  packed: number;
  size: number;
  /** Offset of the local header. */
  header: number;
}

/** Returns the offset and length of the central directory, which the end record declares. */
export const zipDirectory = (end: Uint8Array) => ({ start: u32(end, 16), length: u32(end, 12) });

/** Yields the entries of a central directory (APPNOTE 4.3.12), up to the first incomplete entry. */
export function* zipEntries(directory: Uint8Array): Generator<ZipEntry> {
  for (let at = 0; at + 46 <= directory.length && u32(directory, at) === 0x02014b50;) {
    const length = u16(directory, at + 28);
    yield {
      name: utf8(directory, at + 46, at + 46 + length),
      encrypted: (u16(directory, at + 8) & 1) === 1,
      method: u16(directory, at + 10),
      packed: u32(directory, at + 20),
      size: u32(directory, at + 24),
      header: u32(directory, at + 42),
    };
    at += 46 + length + u16(directory, at + 30) + u16(directory, at + 32);
  }
}

const maxDirectory = 1024 * 1024;

/** Reads the entries of a zip file. `end` begins with the end record of the zip. */
export async function readZipEntries({ end, read }: Pick<FileBytes, 'end' | 'read'>): Promise<ZipEntry[]> {
  if (end.length < 20) return [];
  const { start, length } = zipDirectory(end);
  return [...zipEntries(await read(start, Math.min(length, maxDirectory)))];
}

/**
 * Returns the marks of a zip: the names of all entries in the central directory. If the first entry is `mimetype`, the
 * mark `mimetype:<content>` precedes the names. In an iWork document, a mark for the program, such as `iWork:pages`,
 * replaces the name of the main entry. The name of the main entry identifies no program, because all 3 iWork programs
 * use the same name.
 */
export async function zipMarks({ head, end, read }: FileBytes): Promise<string[]> {
  const marks: string[] = [];
  const nameLength = head.length >= 30 ? u16(head, 26) : 0;
  if (ascii(head, 30, 30 + nameLength) === 'mimetype') {
    const start = 30 + nameLength + u16(head, 28);
    marks.push(`mimetype:${ascii(head, start, start + Math.min(u32(head, 18), 128)).trim()}`);
  }
  let iWork: number | undefined;
  for (const { name, method, header } of await readZipEntries({ end, read })) {
    if (name === iWorkEntry && method === 0) iWork = header;
    marks.push(name);
  }
  const program = iWork === undefined ? undefined : await iWorkMark(read, iWork, marks);
  return program ? [program, ...marks.filter((mark) => mark !== iWorkEntry)] : marks;
}
