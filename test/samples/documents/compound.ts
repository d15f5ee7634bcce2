/**
 * Writes compound files ([MS-CFB], version 3) for samples of formats that are based on them. A compound file contains
 * streams in folders.
 */

/** The members of a folder by name. A Buffer is the content of a stream. */
export interface StorageFolder {
  readonly [name: string]: Buffer | StorageFolder;
}

const sector = 512;
const miniSector = 64;
/** Minimum length of a stream that is stored outside the mini stream, in bytes. */
const cutoff = 4096;
const end = 0xfffffffe;
const none = 0xffffffff;
const fatSector = 0xfffffffd;

interface DirectoryEntry {
  name: string;
  kind: 1 | 2 | 5;
  left: number;
  right: number;
  child: number;
  start: number;
  size: number;
  data: Buffer | undefined;
}

/** Returns a compound file with the root folder `root`. `classId` identifies the program that opens the file. */
export function compoundFile(root: StorageFolder, classId: Buffer = Buffer.alloc(16)): Buffer {
  const entries: DirectoryEntry[] = [entry('Root Entry', 5, undefined)];
  addFolder(entries, 0, root);
  const mini = new Chains(miniSector);
  const whole = new Chains(sector);
  for (const each of entries.filter(({ data }) => data !== undefined)) {
    const data = each.data ?? Buffer.alloc(0);
    each.size = data.length;
    if (data.length > 0) each.start = (data.length < cutoff ? mini : whole).add(data);
  }
  const miniStream = mini.content();
  const [rootEntry] = entries;
  if (rootEntry && miniStream.length > 0) {
    rootEntry.size = miniStream.length;
    rootEntry.start = whole.add(miniStream);
  }
  const miniFat = mini.table(sector);
  const miniFatStart = miniFat.length > 0 ? whole.add(miniFat) : end;
  const directoryStart = whole.add(directory(entries, classId));
  return finish(whole, directoryStart, miniFatStart, miniFat.length / sector);
}

function entry(name: string, kind: DirectoryEntry['kind'], data: Buffer | undefined): DirectoryEntry {
  return { name, kind, left: none, right: none, child: none, start: kind === 1 ? 0 : end, size: 0, data };
}

/**
 * Adds the members of a folder to `entries`, as a binary search tree that is ordered by the length of the names and
 * then alphabetically.
 */
function addFolder(entries: DirectoryEntry[], at: number, folder: StorageFolder): void {
  const names = Object.keys(folder).sort(
    (a, b) => a.length - b.length || (a.toUpperCase() < b.toUpperCase() ? -1 : 1),
  );
  const places = names.map((name) => {
    const held = folder[name];
    const isStream = Buffer.isBuffer(held);
    const place = entries.push(entry(name, isStream ? 2 : 1, isStream ? held : undefined)) - 1;
    if (held && !isStream) addFolder(entries, place, held);
    return place;
  });
  const parent = entries[at];
  if (parent) parent.child = balanced(entries, places);
}

function balanced(entries: readonly DirectoryEntry[], places: readonly number[]): number {
  const middle = places.length >> 1;
  const place = places[middle];
  const top = place === undefined ? undefined : entries[place];
  if (place === undefined || !top) return none;
  top.left = balanced(entries, places.slice(0, middle));
  top.right = balanced(entries, places.slice(middle + 1));
  return place;
}

/** Stores data in consecutive sectors. Builds the table that maps each sector to the number of the next sector. */
class Chains {
  readonly #size: number;
  readonly #parts: Buffer[] = [];
  readonly next: number[] = [];

  constructor(size: number) {
    this.#size = size;
  }

  /** Adds data and returns the number of its first sector. */
  add(data: Buffer): number {
    const start = this.next.length;
    const padded = padTo(data, this.#size);
    this.#parts.push(padded);
    const count = padded.length / this.#size;
    for (let n = 1; n <= count; n += 1) this.next.push(n === count ? end : start + n);
    return start;
  }

  content(): Buffer {
    return Buffer.concat(this.#parts);
  }

  table(unit: number): Buffer {
    return padTo(words(this.next), unit, 0xff);
  }
}

function padTo(data: Buffer, unit: number, filler = 0): Buffer {
  return Buffer.concat([data, Buffer.alloc((unit - (data.length % unit)) % unit, filler)]);
}

function words(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [n, value] of values.entries()) bytes.writeUInt32LE(value, n * 4);
  return bytes;
}

const black = 1;

function directory(entries: readonly DirectoryEntry[], classId: Buffer): Buffer {
  const rows = entries.map(({ name, kind, left, right, child, start, size }, n) => {
    const row = Buffer.alloc(128);
    row.write(name, 'utf16le');
    row.writeUInt16LE((name.length + 1) * 2, 64);
    row.set([kind, black], 66);
    row.set(words([left, right, child]), 68);
    if (n === 0) row.set(classId, 80);
    row.set(words([start, size]), 116);
    return row;
  });
  const free = Buffer.alloc(128);
  free.fill(0xff, 68, 80);
  while (rows.length % 4 !== 0) rows.push(free);
  return Buffer.concat(rows);
}

function finish(chains: Chains, directoryStart: number, miniFatStart: number, miniFats: number): Buffer {
  const used = chains.next.length;
  let fats = 1;
  while (fats * (sector / 4) < used + fats) fats += 1;
  const places = Array.from({ length: fats }, (_, n) => used + n);
  for (let n = 0; n < fats; n += 1) chains.next.push(fatSector);
  const header = Buffer.alloc(sector);
  header.set(Buffer.from('d0cf11e0a1b11ae1', 'hex'));
  for (const [at, value] of [
    [24, 0x3e],
    [26, 3],
    [28, 0xfffe],
    [30, 9],
    [32, 6],
  ] as const)
    header.writeUInt16LE(value, at);
  header.set(words([fats, directoryStart, 0, cutoff, miniFatStart, miniFats, end, 0]), 44);
  const known = [...places, ...Array.from({ length: 109 - fats }, () => none)];
  header.set(words(known), 76);
  return Buffer.concat([header, chains.content(), chains.table(sector)]);
}
