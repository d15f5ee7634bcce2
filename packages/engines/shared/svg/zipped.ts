/**
 * Finds SVG features that only a browser draws. Searches all drawings in a zip file, such as an office document or an
 * e-book.
 */
import { inflateRawSync } from 'node:zlib';
import { drawingElements } from './elements.ts';
import { browserFeatures } from './features.ts';

const [localMark, memberMark] = [0x04034b50, 0x02014b50];
const endMark = Buffer.from('504b0506', 'hex');
const [localSize, memberSize, endSize] = [30, 46, 22];

/**
 * Maximum decompressed size of all drawings and pages of a file. The size is limited, because the server decompresses
 * the drawings and pages synchronously.
 */
const maxBytes = 16 * 1024 * 1024;

/** Returns the names of the features in the drawings of a zip file, each name once. */
export const zippedFeatures = (file: Buffer): string[] => [
  ...new Set(zippedDrawings(file).flatMap((drawing) => browserFeatures(drawing))),
];

/**
 * Returns the drawings, or an empty list for other files and for corrupt files. The engine reports the error of a
 * corrupt file.
 */
export function zippedDrawings(file: Buffer): Buffer[] {
  try {
    return isZip(file) ? drawingsIn(file) : [];
  } catch {
    return [];
  }
}

export const isZip = (file: Buffer): boolean => file.length > endSize && file.readUInt32LE(0) === localMark;

function drawingsIn(file: Buffer): Buffer[] {
  const end = file.lastIndexOf(endMark);
  if (end < 0) return [];
  const drawings: Buffer[] = [];
  let left = maxBytes;
  for (let at = file.readUInt32LE(end + 16); at < end && file.readUInt32LE(at) === memberMark;) {
    const nameLength = file.readUInt16LE(at + 28);
    const name = file.toString('utf8', at + memberSize, at + memberSize + nameLength);
    const [, ending] = /\.(svg|x?html?)$/i.exec(name) ?? [];
    const member = ending && memberAt(file, at, left);
    if (member) {
      left -= member.length;
      drawings.push(...(/svg/i.test(ending) ? [member] : drawingsOfPage(member)));
    }
    at += memberSize + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
  }
  return drawings;
}

/** Returns the drawings in the markup of a chapter. */
const drawingsOfPage = (page: Buffer): Buffer[] =>
  page.includes('<svg') ? drawingElements(page.toString('utf8')).map((text) => Buffer.from(text)) : [];

/**
 * Returns the content of a zip member, or undefined if the content is too long. The record of the member in the central
 * directory begins at `at`.
 */
function memberAt(file: Buffer, at: number, maxOutputLength: number): Buffer | undefined {
  const local = file.readUInt32LE(at + 42);
  const start = local + localSize + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
  const packed = file.subarray(start, start + file.readUInt32LE(at + 20));
  if (file.readUInt32LE(at + 24) > maxOutputLength) return undefined;
  return file.readUInt16LE(at + 10) === 0 ? packed : inflateRawSync(packed, { maxOutputLength });
}
