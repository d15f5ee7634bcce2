/** Writes what a camera noted into a TIFF, in which libvips leaves no room for it. */
import { open, type FileHandle } from 'node:fs/promises';
import { readExif, writeDirectory, type Note } from './directories.ts';

/** What is said of the picture as a whole; all else of the first directory is about how the other file kept it. */
const ofPicture = [0x010e, 0x010f, 0x0110, 0x0131, 0x0132, 0x013b, 0x013c, 0x8298, 0x8769, 0x8825];

/** Adds the notes of the EXIF block to the TIFF of one page at `path`; throws where either is broken. */
export async function noteInTiff(path: string, exif: Buffer): Promise<void> {
  const file = await open(path, 'r+');
  try {
    const head = await readAt(file, 0, 8);
    if (head.toString('hex', 0, 4) !== '49492a00') throw new Error('no TIFF written little end first');
    const first = head.readUInt32LE(4);
    const count = (await readAt(file, first, 2)).readUInt16LE();
    const directory = await readAt(file, first + 2, count * 12 + 4);
    const held = Array.from({ length: count }, (_, n) => noteAt(directory, n * 12));
    const known = new Set(held.map(({ tag }) => tag));
    const notes = readExif(exif).filter(({ tag }) => ofPicture.includes(tag) && !known.has(tag));
    const { size } = await file.stat();
    const start = size + (size % 2);
    const next = directory.readUInt32LE(count * 12);
    await file.write(writeDirectory([...held, ...notes], start, next), { position: start });
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

/** As it stands: four bytes that are the value, or the place where it still is. */
function noteAt(directory: Buffer, at: number): Note {
  const [tag, type] = [directory.readUInt16LE(at), directory.readUInt16LE(at + 2)];
  return { tag, type, count: directory.readUInt32LE(at + 4), value: directory.subarray(at + 8, at + 12) };
}
