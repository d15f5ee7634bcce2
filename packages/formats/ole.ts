/** Reads the directory of OLE compound files. */
import { readAt, type FileView } from './file-view.ts';

const maxSectors = 64;

/** The names of the streams and folders of an OLE compound file, from the first sectors of its directory. */
export async function oleMarks({ head, size, file }: FileView): Promise<string[]> {
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
