/** Adds EXIF to a TIFF, because libvips writes no EXIF to TIFF files. */
import { open, type FileHandle } from 'node:fs/promises';
import { readExif, writeDirectory, type ExifEntry } from './directories.ts';

/**
 * Tags that describe the picture. In the first directory of an EXIF block, a tag that is missing in this list describes
 * how the source was encoded. A tag that describes how the source was encoded is not copied.
 */
const descriptiveTags = [0x010e, 0x010f, 0x0110, 0x0131, 0x0132, 0x013b, 0x013c, 0x8298, 0x8769, 0x8825];

/**
 * Adds the entries of the EXIF block to the single-page TIFF at `path`. @throws if the block or the file is damaged.
 */
export async function addExifToTiff(path: string, exif: Buffer): Promise<void> {
  const file = await open(path, 'r+');
  try {
    const head = await readAt(file, 0, 8);
    if (head.toString('hex', 0, 4) !== '49492a00') throw new Error('not a little-endian TIFF');
    const first = head.readUInt32LE(4);
    const count = (await readAt(file, first, 2)).readUInt16LE();
    const directory = await readAt(file, first + 2, count * 12 + 4);
    const held = Array.from({ length: count }, (_, n) => entryAt(directory, n * 12));
    const known = new Set(held.map(({ tag }) => tag));
    const added = readExif(exif).filter(({ tag }) => descriptiveTags.includes(tag) && !known.has(tag));
    const { size } = await file.stat();
    const start = size + (size % 2);
    const next = directory.readUInt32LE(count * 12);
    await file.write(writeDirectory([...held, ...added], start, next), { position: start });
    head.writeUInt32LE(start, 4);
    await file.write(head, { position: 0 });
  } finally {
    await file.close();
  }
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

/**
 * Returns the directory entry at the offset `at`. The 4-byte value of an entry may be an offset in the file. The offset
 * stays valid, because existing data is not moved.
 */
function entryAt(directory: Buffer, at: number): ExifEntry {
  const [tag, type] = [directory.readUInt16LE(at), directory.readUInt16LE(at + 2)];
  return { tag, type, count: directory.readUInt32LE(at + 4), value: directory.subarray(at + 8, at + 12) };
}
