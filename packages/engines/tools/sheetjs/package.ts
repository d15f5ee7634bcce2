/**
 * Unpacks an Excel file that is a zip, and verifies its checksums. Replaces SheetJS's reader, which accepts truncated
 * files and splits a character beyond U+FFFF if it is written as a numeric entity.
 */
import { crc32, inflateRawSync } from 'node:zlib';
import { InvalidData } from '../../codecs/data/values/value.ts';

export interface Part {
  name: string;
  content: Buffer;
}

const [localMark, memberMark] = [0x04034b50, 0x02014b50];
const endMark = Buffer.from('504b0506', 'hex');
const [localSize, memberSize, endSize] = [30, 46, 22];
const [stored, deflated] = [0, 8];
/** Deflate reduces data by at most a factor of 1032. */
const mostGrowth = 1032;
const maxBytes = 1024 * 1024 * 1024;

export const isZip = (file: Buffer): boolean => file.length > endSize && file.readUInt32LE(0) === localMark;

/** Returns all members of the zip. @throws {@link InvalidData} if any member is missing or corrupt. */
export function partsOf(file: Buffer): Part[] {
  const end = file.lastIndexOf(endMark);
  if (end < 0 || end + endSize + file.readUInt16LE(end + 20) > file.length)
    throw new InvalidData('it is truncated');
  const parts: Part[] = [];
  let [at, total] = [file.readUInt32LE(end + 16), 0];
  while (parts.length < file.readUInt16LE(end + 10)) {
    if (at + memberSize > end || file.readUInt32LE(at) !== memberMark)
      throw new InvalidData('the list of its members is damaged');
    const part = partAt(file, at);
    total += part.content.length;
    if (total > maxBytes) throw new InvalidData('its unpacked size exceeds 1 GB');
    parts.push(part);
    at += memberSize + file.readUInt16LE(at + 28) + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
  }
  return parts;
}

/** Returns the number of charts in an Excel file that is a zip. {@link partsOf} must have accepted the file before. */
export function chartCount(file: Buffer): number {
  const list = file.toString('latin1', file.readUInt32LE(file.lastIndexOf(endMark) + 16));
  return new Set(list.match(/xl\/charts\/chart(?:Ex)?\d*\.xml/g)).size;
}

/** Returns the zip member that the central directory describes at the offset `at`. */
function partAt(file: Buffer, at: number): Part {
  const [flags, method, checksum] = [
    file.readUInt16LE(at + 8),
    file.readUInt16LE(at + 10),
    file.readUInt32LE(at + 16),
  ];
  const [packedSize, size, local] = [at + 20, at + 24, at + 42].map((place) => file.readUInt32LE(place)) as [
    number,
    number,
    number,
  ];
  const name = file.toString('utf8', at + memberSize, at + memberSize + file.readUInt16LE(at + 28));
  if ((flags & 1) !== 0 || local + localSize > file.length || file.readUInt32LE(local) !== localMark)
    throw new InvalidData(`the member ${name} is damaged`);
  const start = local + localSize + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
  const packed = file.subarray(start, start + packedSize);
  const content = method === stored ? packed : method === deflated ? inflated(packed, size) : undefined;
  if (content?.length !== size || crc32(content) !== checksum)
    throw new InvalidData(`the member ${name} is damaged`);
  return { name, content: /\.(?:xml|rels|vml)$/i.test(name) ? withCharacters(content) : content };
}

function inflated(packed: Buffer, size: number): Buffer {
  if (size > packed.length * mostGrowth + 1024) throw new InvalidData('a member declares an impossible size');
  return inflateRawSync(packed, { maxOutputLength: Math.max(1, size) });
}

/** Replaces numeric entities for characters beyond U+FFFF with the characters. */
function withCharacters(content: Buffer): Buffer {
  if (!content.includes('&#')) return content;
  const text = content.toString('utf8');
  return Buffer.from(
    text.replace(/&#(?:x([0-9a-f]{5,6})|(\d{5,7}));/gi, (entity, hex?: string, decimal?: string) => {
      const code = hex === undefined ? Number(decimal) : parseInt(hex, 16);
      return code > 0xffff && code <= 0x10ffff ? String.fromCodePoint(code) : entity;
    }),
  );
}
