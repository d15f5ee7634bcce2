/**
 * Detects whether Pages, Numbers or Keynote wrote an iWork document. All 3 programs use the same name for the main
 * entry of the zip.
 */
import { u16 } from './bytes.ts';
import type { ReadAt } from './file-bytes.ts';

/** Zip entry that contains the first object of the document. */
export const iWorkEntry = 'Index/Document.iwa';

const headerLength = 30;
/** Number of bytes to read from the entry. The type of the first object is stored near the beginning of the entry. */
const prefixBytes = 256;

/**
 * Returns `iWork:pages`, `iWork:key` or `iWork:numbers`, or undefined if the entry has the format of none of the iWork
 * programs. `at` is the offset of the entry, and `names` contains the names of all entries.
 */
export async function iWorkMark(
  read: ReadAt,
  at: number,
  names: readonly string[],
): Promise<string | undefined> {
  const bytes = await read(at, prefixBytes);
  if (bytes.length < headerLength) return undefined;
  const start = headerLength + u16(bytes, 26) + u16(bytes, 28);
  const kind = kindOfFirst(bytes.subarray(start));
  if (kind === pagesKind) return 'iWork:pages';
  if (kind !== sheetsOrSlidesKind) return undefined;
  return names.some((name) => slideNames.test(name)) ? 'iWork:key' : 'iWork:numbers';
}

const [sheetsOrSlidesKind, pagesKind] = [1, 10_000];

const slideNames = /^Index\/(Slide|MasterSlide|TemplateSlide)\b/;

/**
 * Returns the type of the first object in the entry. Reads the first block of the entry, which contains the length of
 * the block, its compression, and the object's header with id and type.
 */
function kindOfFirst(bytes: Uint8Array): number | undefined {
  const reading = { bytes, at: 4 };
  readVarint(reading);
  const tag = bytes[reading.at] ?? 0;
  // The first Snappy block begins with a literal, because it cannot refer to earlier data.
  if (bytes[0] !== 0 || (tag & 3) !== 0) return undefined;
  reading.at += 1 + Math.max(0, (tag >> 2) - 59);
  readVarint(reading);
  const [numberField, , partField, , kindField, kind] = Array.from({ length: 6 }, () => readVarint(reading));
  return numberField === 0x08 && partField === 0x12 && kindField === 0x08 ? kind : undefined;
}

/** Reads a varint: 7 bits per byte, lowest first. */
function readVarint(reading: { bytes: Uint8Array; at: number }): number {
  let value = 0;
  for (let shift = 0; shift < 28; shift += 7) {
    const byte = reading.bytes[reading.at++] ?? 0;
    value += (byte & 0x7f) << shift;
    if (byte < 0x80) break;
  }
  return value;
}
