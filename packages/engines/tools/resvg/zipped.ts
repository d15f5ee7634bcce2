/** Finds the features that only a browser draws in the SVG drawings of a zip file, such as an office document or an e-book. */
import { inflateRawSync } from 'node:zlib';
import { browserFeatures } from '../../shared/svg/features.ts';

const [localMark, memberMark] = [0x04034b50, 0x02014b50];
const endMark = Buffer.from('504b0506', 'hex');
const [localSize, memberSize, endSize] = [30, 46, 22];

/** Upper bound on all drawings of a file when unpacked, because the server waits for them. */
const maxBytes = 16 * 1024 * 1024;

/** The names of the features, each once. */
export const zippedFeatures = (file: Buffer): string[] => [
  ...new Set(zippedDrawings(file).flatMap((drawing) => browserFeatures(drawing))),
];

/** The drawings; none in other files, and in damaged ones, whose error the engine reports. */
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
    if (/\.svg$/i.test(name) && left > 0) {
      const drawing = memberAt(file, at, left);
      left -= drawing.length;
      drawings.push(drawing);
    }
    at += memberSize + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
  }
  return drawings;
}

/** The content of the member whose record in the central directory begins at `at`. */
function memberAt(file: Buffer, at: number, maxOutputLength: number): Buffer {
  const local = file.readUInt32LE(at + 42);
  const start = local + localSize + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
  const packed = file.subarray(start, start + file.readUInt32LE(at + 20));
  return file.readUInt16LE(at + 10) === 0 ? packed : inflateRawSync(packed, { maxOutputLength });
}
