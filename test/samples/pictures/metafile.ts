/**
 * Writes the sample picture as Windows metafiles (EMF and WMF), with one filled polygon for each block. A pixel is 1/96
 * inch.
 */
import { blocks, blockSize, columns } from './picture.ts';

type RecordField = readonly [bytes: 2 | 4, value: number];

function little(...fields: readonly RecordField[]): Buffer {
  const buffer = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of fields)
    at = buffer.writeUIntLE(bytes === 4 ? value >>> 0 : value & 0xffff, at, bytes);
  return buffer;
}

const words = (...values: number[]): Buffer => little(...values.map((value): RecordField => [2, value]));
const longs = (...values: number[]): Buffer => little(...values.map((value): RecordField => [4, value]));

const width = columns * blockSize;
const height = (blocks.length / columns) * blockSize;

/** The colours and corners of the blocks that are not transparent. */
const painted = blocks.flatMap(([red, green, blue, alpha], n) => {
  if (alpha === 0) return [];
  const [x, y] = [(n % columns) * blockSize, Math.floor(n / columns) * blockSize];
  const [right, bottom] = [x + blockSize, y + blockSize];
  return [{ colour: red | (green << 8) | (blue << 16), corners: [x, y, right, y, right, bottom, x, bottom] }];
});

/** Converts pixels to hundredths of a millimetre. */
const measured = (pixels: number) => Math.round((pixels / 96) * 2540);

export function emf(): Buffer {
  const record = (kind: number, ...data: Buffer[]) => {
    const body = Buffer.concat(data);
    return Buffer.concat([longs(kind, 8 + body.length), body]);
  };
  const noPen = 0x80000008;
  const records = [
    record(37, longs(noPen)),
    ...painted.flatMap(({ colour, corners }) => [
      record(39, longs(1, 0, colour, 0)),
      record(37, longs(1)),
      record(86, longs(0, 0, width, height, 4), words(...corners)),
      record(37, longs(0x80000000)),
      record(40, longs(1)),
    ]),
    record(14, longs(0, 16, 20)),
  ];
  const size = 88 + records.reduce((sum, one) => sum + one.length, 0);
  const header = record(
    1,
    longs(0, 0, width - 1, height - 1, 0, 0, measured(width) - 1, measured(height) - 1),
    Buffer.from(' EMF'),
    longs(0x10000, size, records.length + 1),
    words(2, 0),
    // Declares a screen of 1920 by 1080 pixels at 96 dpi.
    longs(0, 0, 0, 1920, 1080, 508, 286),
  );
  return Buffer.concat([header, ...records]);
}

/** WMF units per pixel, at the usual 1440 units per inch. */
const twips = 1440 / 96;

export function wmf(): Buffer {
  const record = (kind: number, data: Buffer) =>
    Buffer.concat([longs(3 + data.length / 2), words(kind), data]);
  const records = [
    record(0x103, words(8)),
    record(0x20b, words(0, 0)),
    record(0x20c, words(height * twips, width * twips)),
    record(0x2fa, words(5, 0, 0, 0, 0)),
    record(0x12d, words(0)),
    ...painted.flatMap(({ colour, corners }) => [
      record(0x2fc, Buffer.concat([words(0), longs(colour), words(0)])),
      record(0x12d, words(1)),
      record(0x324, words(4, ...corners.map((place) => place * twips))),
      record(0x1f0, words(1)),
    ]),
    record(0, Buffer.alloc(0)),
  ];
  const most = Math.max(...records.map((one) => one.length)) / 2;
  const size = 9 + records.reduce((sum, one) => sum + one.length, 0) / 2;
  const header = Buffer.concat([words(1, 9, 0x300), longs(size), words(2), longs(most), words(0)]);
  const place = Buffer.concat([
    longs(0x9ac6cdd7),
    words(0, 0, 0, width * twips, height * twips, 1440),
    longs(0),
  ]);
  const sum = Array.from({ length: 10 }, (_, n) => place.readUInt16LE(n * 2)).reduce((a, b) => a ^ b);
  return Buffer.concat([place, words(sum), header, ...records]);
}
