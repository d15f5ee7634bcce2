/** The identifying members of containers that several formats share: entry names, stream names, brands, codecs. */
import type { FileHandle } from 'node:fs/promises';
import { iWorkEntry, iWorkMark } from './iwork.ts';

/** An open file: its first bytes, what `zipEnd` found at its end, and a way to read elsewhere. */
export interface FileView {
  head: Buffer;
  end: Buffer;
  size: number;
  file: Pick<FileHandle, 'read'>;
}

export type ContainerName = 'zip' | 'ole' | 'iso-media' | 'ebml' | 'riff' | 'ogg' | 'form';

/** One row per container: how it is recognised, and the marks of its members. */
export const containers: Readonly<
  Record<
    ContainerName,
    { is(head: Buffer): boolean; marks(view: FileView): Promise<readonly string[]> | readonly string[] }
  >
> = {
  zip: { is: (head) => startsWith(head, 'PK\x03\x04') || startsWith(head, 'PK\x05\x06'), marks: zipMarks },
  ole: { is: (head) => head.subarray(0, 8).equals(Buffer.from('d0cf11e0a1b11ae1', 'hex')), marks: oleMarks },
  'iso-media': {
    is: (head) => ['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip'].includes(ascii(head, 4, 8)),
    marks: ({ head }) => brands(head),
  },
  ebml: {
    is: (head) => head.subarray(0, 4).equals(Buffer.from('1a45dfa3', 'hex')),
    marks: ({ head }) => ['webm', 'matroska'].filter((type) => head.subarray(0, 64).includes(type)),
  },
  riff: {
    is: (head) => ['RIFF', 'RF64', 'RIFX'].includes(ascii(head, 0, 4)),
    marks: ({ head }) => [ascii(head, 8, 12)],
  },
  form: { is: (head) => startsWith(head, 'FORM'), marks: ({ head }) => [ascii(head, 8, 12)] },
  ogg: { is: (head) => startsWith(head, 'OggS'), marks: ({ head }) => oggCodecs(head) },
};

const ascii = (bytes: Buffer, from: number, to: number) => bytes.toString('latin1', from, to);

const startsWith = (head: Buffer, text: string) => ascii(head, 0, text.length) === text;

/** The major brand, then the compatible ones. A file without `ftyp` is an old QuickTime file. */
function brands(head: Buffer): string[] {
  if (ascii(head, 4, 8) !== 'ftyp') return ['qt  '];
  const end = Math.min(head.readUInt32BE(0), head.length, 256);
  const found = [ascii(head, 8, 12)];
  for (let at = 16; at + 4 <= end; at += 4) found.push(ascii(head, at, at + 4));
  return found;
}

function oggCodecs(head: Buffer): string[] {
  const first = head.subarray(0, 4096);
  // Video codecs come first: a file with video and audio is a video.
  return ['theora', 'OpusHead', 'vorbis', 'Speex', 'FLAC'].filter((codec) => first.includes(codec));
}

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
async function zipMarks({ head, end, file }: FileView): Promise<string[]> {
  const marks: string[] = [];
  const nameLength = head.length >= 30 ? head.readUInt16LE(26) : 0;
  if (ascii(head, 30, 30 + nameLength) === 'mimetype') {
    const start = 30 + nameLength + head.readUInt16LE(28);
    marks.push(`mimetype:${ascii(head, start, start + Math.min(head.readUInt32LE(18), 128)).trim()}`);
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

const maxSectors = 64;

/** The names of the streams and folders of an OLE compound file, from the first sectors of its directory. */
async function oleMarks({ head, size, file }: FileView): Promise<string[]> {
  if (head.length < 512) return [];
  const sectorSize = 2 ** Math.min(head.readUInt16LE(30), 12);
  const read = (sector: number) => readAt(file, (sector + 1) * sectorSize, sectorSize);
  const names: string[] = [];
  let sector = head.readUInt32LE(48);
  for (let count = 0; count < maxSectors && (sector + 1) * sectorSize < size; count += 1) {
    const directory = await read(sector);
    for (let at = 0; at + 128 <= directory.length; at += 128) {
      const length = Math.min(directory.readUInt16LE(at + 64), 64);
      if (length >= 2) names.push(directory.toString('utf16le', at, at + length - 2));
    }
    const perTable = sectorSize / 4;
    const table = await tableOf(head, Math.floor(sector / perTable), read);
    const fat = table === undefined ? Buffer.alloc(0) : await read(table);
    const entry = (sector % perTable) * 4;
    const next = entry + 4 <= fat.length ? fat.readUInt32LE(entry) : endOfChain;
    if (next >= 0xfffffff0) break;
    sector = next;
  }
  return names;
}

const endOfChain = 0xfffffffe;
const tablesInHead = 109;

/** The sector of the `n`-th FAT sector: the header names the first ones, a chain of DIFAT sectors the others. */
async function tableOf(
  head: Buffer,
  n: number,
  read: (sector: number) => Promise<Buffer>,
): Promise<number | undefined> {
  if (n < tablesInHead) return head.readUInt32LE(76 + n * 4);
  let list = head.readUInt32LE(68);
  for (let left = n - tablesInHead, count = 0; list < endOfChain && count < maxSectors; count += 1) {
    const names = await read(list);
    const maxEntries = names.length / 4 - 1;
    if (maxEntries < 1) return undefined;
    if (left < maxEntries) return names.readUInt32LE(left * 4);
    left -= maxEntries;
    list = names.readUInt32LE(maxEntries * 4);
  }
  return undefined;
}

async function readAt(file: FileView['file'], position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}
