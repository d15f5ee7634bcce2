/** Tells which of Apple's three office programs wrote a document: all three use the same entry name. */
import { u16 } from './bytes.ts';
import type { ReadAt } from './file-bytes.ts';

/** The zip entry that holds the document's first object. */
export const iWorkEntry = 'Index/Document.iwa';

const headerLength = 30;
/** The number of bytes read of the entry; the type of the first object is among the first ones. */
const prefixBytes = 256;

/**
 * `iWork:pages`, `iWork:key` or `iWork:numbers`, from the entry that is stored in a file at the offset `at` and the names
 * of all entries; undefined where the entry is not as those programs write it.
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

/** The first block: its length, its compression, and the description of the object, which begins with its id and type. */
function kindOfFirst(bytes: Uint8Array): number | undefined {
  const reading = { bytes, at: 4 };
  readVarint(reading);
  const tag = bytes[reading.at] ?? 0;
  // There is nothing before it to refer back to, so a Snappy block begins with a literal.
  if (bytes[0] !== 0 || (tag & 3) !== 0) return undefined;
  reading.at += 1 + Math.max(0, (tag >> 2) - 59);
  readVarint(reading);
  const [numberField, , partField, , kindField, kind] = Array.from({ length: 6 }, () => readVarint(reading));
  return numberField === 0x08 && partField === 0x12 && kindField === 0x08 ? kind : undefined;
}

/** A varint: seven bits per byte, the lowest first. */
function readVarint(reading: { bytes: Uint8Array; at: number }): number {
  let value = 0;
  for (let shift = 0; shift < 28; shift += 7) {
    const byte = reading.bytes[reading.at++] ?? 0;
    value += (byte & 0x7f) << shift;
    if (byte < 0x80) break;
  }
  return value;
}
