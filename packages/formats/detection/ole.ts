/** Reads the directory of OLE compound files. */
import { u16, u32, utf16 } from './bytes.ts';
import type { FileBytes } from './file-bytes.ts';

const maxSectors = 64;

/** Returns the names of the streams and folders of an OLE compound file, from the first sectors of its directory. */
export async function oleMarks({ head, size, read: readAt }: FileBytes): Promise<string[]> {
  if (head.length < 512) return [];
  const sectorSize = 2 ** Math.min(u16(head, 30), 12);
  const read = (sector: number) => readAt((sector + 1) * sectorSize, sectorSize);
  const names: string[] = [];
  let sector = u32(head, 48);
  for (let count = 0; count < maxSectors && (sector + 1) * sectorSize < size; count += 1) {
    const directory = await read(sector);
    for (let at = 0; at + 128 <= directory.length; at += 128) {
      const length = Math.min(u16(directory, at + 64), 64);
      if (length >= 2) names.push(utf16(directory, at, at + length - 2));
    }
    const perTable = sectorSize / 4;
    const table = await tableOf(head, Math.floor(sector / perTable), read);
    const fat = table === undefined ? new Uint8Array() : await read(table);
    const entry = (sector % perTable) * 4;
    const next = entry + 4 <= fat.length ? u32(fat, entry) : endOfChain;
    if (next >= 0xfffffff0) break;
    sector = next;
  }
  return names;
}

const endOfChain = 0xfffffffe;
const tablesInHead = 109;

/**
 * Returns the sector number of the `n`-th FAT sector of an OLE file. The file's header lists the first 109 FAT sectors.
 * A chain of DIFAT sectors lists the other FAT sectors.
 */
async function tableOf(
  head: Uint8Array,
  n: number,
  read: (sector: number) => Promise<Uint8Array>,
): Promise<number | undefined> {
  if (n < tablesInHead) return u32(head, 76 + n * 4);
  let list = u32(head, 68);
  for (let left = n - tablesInHead, count = 0; list < endOfChain && count < maxSectors; count += 1) {
    const names = await read(list);
    const maxEntries = names.length / 4 - 1;
    if (maxEntries < 1) return undefined;
    if (left < maxEntries) return u32(names, left * 4);
    left -= maxEntries;
    list = u32(names, maxEntries * 4);
  }
  return undefined;
}
