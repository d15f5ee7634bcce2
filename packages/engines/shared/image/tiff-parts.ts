/** Checks that all strips and tiles of a TIFF are within the file, because libtiff fills missing parts with gray. */
import type { FileHandle } from 'node:fs/promises';

/** Tags with the offsets and lengths of parts: strips, tiles or old-style JPEG data. */
const partTags = [
  [273, 279],
  [324, 325],
  [513, 514],
] as const;

/** Size of a value in bytes, by its TIFF type. Contains all types that the tags in `partTags` may have. */
const valueSizes: Readonly<Record<number, 2 | 4 | 8>> = { 3: 2, 4: 4, 13: 4, 16: 8 };

const [tiffVersion, bigTiffVersion] = [42, 43];
const maxPages = 10_000;
const maxEntries = 4096;
const maxParts = 1_000_000;

/** Reads numbers in the byte order of a file. */
class Numbers {
  readonly #file: FileHandle;
  readonly #isLittleEndian: boolean;

  constructor(file: FileHandle, isLittleEndian: boolean) {
    this.#file = file;
    this.#isLittleEndian = isLittleEndian;
  }

  /**
   * Reads `count` numbers of `bytes` bytes each at `position`. If the file ends earlier, returns only the numbers
   * before the end.
   */
  async at(position: number, bytes: 2 | 4 | 8, count: number): Promise<number[]> {
    const { buffer, bytesRead } = await this.#file.read(
      Buffer.alloc(bytes * count),
      0,
      bytes * count,
      position,
    );
    const whole = Math.floor(bytesRead / bytes);
    return Array.from({ length: whole }, (_, n) => this.#number(buffer, n * bytes, bytes));
  }

  async one(position: number, bytes: 2 | 4 | 8): Promise<number> {
    const [value] = await this.at(position, bytes, 1);
    if (value === undefined) throw new Error('the file ends within its header');
    return value;
  }

  #number(buffer: Buffer, at: number, bytes: 2 | 4 | 8): number {
    const little = this.#isLittleEndian;
    if (bytes === 8) return Number(little ? buffer.readBigUInt64LE(at) : buffer.readBigUInt64BE(at));
    return little ? buffer.readUIntLE(at, bytes) : buffer.readUIntBE(at, bytes);
  }
}

export async function isTiffComplete(file: FileHandle, size: number): Promise<boolean> {
  const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
  const numbers = new Numbers(file, buffer.toString('latin1') === 'II');
  const version = await numbers.one(2, 2);
  // A file with an unknown version counts as complete, because the decoder rejects it.
  if (version !== tiffVersion && version !== bigTiffVersion) return true;
  const long = version === bigTiffVersion ? 8 : 4;
  let page = await numbers.one(long, long);
  for (let count = 0; page > 0 && count < maxPages; count += 1) {
    const entries = Math.min(await numbers.one(page, long === 8 ? 8 : 2), maxEntries);
    const first = page + (long === 8 ? 8 : 2);
    if (!(await isPageComplete(numbers, { first, entries, long }, size))) return false;
    page = await numbers.one(first + entries * (4 + 2 * long), long);
  }
  return true;
}

interface Directory {
  /** Offset of the first entry of the directory. */
  first: number;
  entries: number;
  /** Number of bytes in an offset. */
  long: 4 | 8;
}

async function isPageComplete(
  numbers: Numbers,
  { first, entries, long }: Directory,
  size: number,
): Promise<boolean> {
  const values = new Map<number, number[]>();
  for (let n = 0; n < entries; n += 1) {
    const at = first + n * (4 + 2 * long);
    const tag = await numbers.one(at, 2);
    if (!partTags.flat().some((known) => known === tag)) continue;
    const bytes = valueSizes[await numbers.one(at + 2, 2)];
    const count = await numbers.one(at + 4, long);
    if (!bytes || count > maxParts) continue;
    const place = at + 4 + long;
    const found = await numbers.at(
      bytes * count <= long ? place : await numbers.one(place, long),
      bytes,
      count,
    );
    if (found.length < count) return false;
    values.set(tag, found);
  }
  return partTags.every(([starts, lengths]) =>
    (values.get(starts) ?? []).every((start, n) => start + (values.get(lengths)?.[n] ?? 0) <= size),
  );
}
