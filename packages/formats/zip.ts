/** Reads the end and the central directory of zip files. */
import { readAt, type FileView } from './file-view.ts';
import { iWorkEntry, iWorkMark } from './iwork.ts';

/** The maximum length of a zip's end record with its comment. */
const maxEnd = 66_000;

/** The end of `file` from the end record of a zip on; empty where there is none. */
export async function zipEnd({ size, file }: Pick<FileView, 'size' | 'file'>): Promise<Buffer> {
  const tail = await readAt(file, Math.max(0, size - maxEnd), Math.min(size, maxEnd));
  const end = tail.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  return end < 0 ? tail.subarray(tail.length) : tail.subarray(end);
}

/** Whether the file ends with the end record of a zip. */
export function hasZipEnd({ end }: FileView): boolean {
  return end.length >= 22 && 22 + end.readUInt16LE(20) === end.length;
}

const maxDirectory = 1024 * 1024;

/**
 * The names of all entries from the central directory. The first mark is `mimetype:<content>` where the first entry is
 * `mimetype`; an iWork document gets the mark of its program instead of the entry that all three programs share.
 */
export async function zipMarks({ head, end, file }: FileView): Promise<string[]> {
  const marks: string[] = [];
  const nameLength = head.length >= 30 ? head.readUInt16LE(26) : 0;
  if (head.toString('latin1', 30, 30 + nameLength) === 'mimetype') {
    const start = 30 + nameLength + head.readUInt16LE(28);
    marks.push(
      `mimetype:${head.toString('latin1', start, start + Math.min(head.readUInt32LE(18), 128)).trim()}`,
    );
  }
  if (end.length < 20) return marks;
  const directory = await readAt(file, end.readUInt32LE(16), Math.min(end.readUInt32LE(12), maxDirectory));
  let iWork: number | undefined;
  for (let at = 0; at + 46 <= directory.length && directory.readUInt32LE(at) === 0x02014b50;) {
    const length = directory.readUInt16LE(at + 28);
    const name = directory.toString('utf8', at + 46, at + 46 + length);
    const stored = directory.readUInt16LE(at + 10) === 0;
    if (name === iWorkEntry && stored) iWork = directory.readUInt32LE(at + 42);
    marks.push(name);
    at += 46 + length + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  const program = iWork === undefined ? undefined : await iWorkMark(file, iWork, marks);
  return program ? [program, ...marks.filter((mark) => mark !== iWorkEntry)] : marks;
}
