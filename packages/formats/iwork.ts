/** Which of Apple's three office programs a document is from: they all keep it in an entry of the same name. */
import type { FileHandle } from 'node:fs/promises';

/** The entry of the zip with the document's first object. */
export const iWorkEntry = 'Index/Document.iwa';

const headerLength = 30;
/** What is looked at of the entry; the kind of the first object stands among the first bytes. */
const looked = 256;

/**
 * `iWork:pages`, `iWork:key` or `iWork:numbers` from the entry, which is stored in `file` at the place `at`, and the
 * names of all entries; undefined where the entry is not as those programs write it.
 */
export async function iWorkMark(
  file: Pick<FileHandle, 'read'>,
  at: number,
  names: readonly string[],
): Promise<string | undefined> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(looked), 0, looked, at);
  if (bytesRead < headerLength) return undefined;
  const start = headerLength + buffer.readUInt16LE(26) + buffer.readUInt16LE(28);
  const kind = kindOfFirst(buffer.subarray(start, bytesRead));
  if (kind === pagesKind) return 'iWork:pages';
  if (kind !== sheetsOrSlidesKind) return undefined;
  return names.some((name) => slideNames.test(name)) ? 'iWork:key' : 'iWork:numbers';
}

const [sheetsOrSlidesKind, pagesKind] = [1, 10_000];

const slideNames = /^Index\/(Slide|MasterSlide|TemplateSlide)\b/;

/** A block's length, how it is packed, and then the description of the object, which begins with its number and kind. */
function kindOfFirst(bytes: Buffer): number | undefined {
  const reading = { bytes, at: 4 };
  readNumber(reading);
  const tag = bytes[reading.at] ?? 0;
  // Nothing came before that could be repeated, so that a block begins with bytes as they are.
  if (bytes[0] !== 0 || (tag & 3) !== 0) return undefined;
  reading.at += 1 + Math.max(0, (tag >> 2) - 59);
  readNumber(reading);
  const [numberField, , partField, , kindField, kind] = Array.from({ length: 6 }, () => readNumber(reading));
  return numberField === 0x08 && partField === 0x12 && kindField === 0x08 ? kind : undefined;
}

/** Seven bits a byte, the lowest first. */
function readNumber(reading: { bytes: Buffer; at: number }): number {
  let value = 0;
  for (let shift = 0; shift < 28; shift += 7) {
    const byte = reading.bytes[reading.at++] ?? 0;
    value += (byte & 0x7f) << shift;
    if (byte < 0x80) break;
  }
  return value;
}
