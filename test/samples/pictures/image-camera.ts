/** Writes raw files in the formats of several camera makers, with sensor data from `image-raw.ts`. */
import { losslessJpeg } from './lossless-jpeg.ts';
import { mosaic, words } from './image-raw.ts';
import type { Picture } from './picture.ts';
import { byte, fraction, long, short, text, tiff, type TiffEntry } from './tiff.ts';

/** Returns a plain TIFF with one colour per pixel. Readers choose the decoder by the tag with the camera maker. */
function sensorTiff(
  { width, height }: Picture,
  { make, model, bits }: { make: string; model: string; bits: number },
  data: Buffer,
  header?: Buffer,
): Buffer {
  const entries = (start: number): TiffEntry[] => [
    long(254, 0),
    long(256, width),
    long(257, height),
    short(258, bits),
    short(259, 1),
    short(262, 32_803),
    text(271, make),
    text(272, model),
    long(273, start),
    short(274, 1),
    short(277, 1),
    long(278, height),
    long(279, data.length),
    short(284, 1),
    short(33_421, 2, 2),
    byte(33_422, 0, 1, 1, 2),
    fraction(50_728, 5, 1, 1, 1),
  ];
  return tiff(entries, data, header);
}

/** A camera model that LibRaw does not know, because LibRaw would correct the colours of a known model. */
export const model = 'Protean Sample';

/** Maps each raw format to a maker of cameras that can write uncompressed 16-bit values. */
const makers = {
  ...{ nef: 'NIKON CORPORATION', nrw: 'NIKON', pef: 'PENTAX', srw: 'SAMSUNG', '3fr': 'Hasselblad' },
  ...{ fff: 'Imacon', iiq: 'Phase One', erf: 'SEIKO EPSON CORP.', mef: 'Mamiya-OP Co.,Ltd.' },
  ...{ kdc: 'EASTMAN KODAK COMPANY', dcr: 'Kodak' },
} as const;

/** For each format of `makers`, a function that returns the picture as a raw file. */
export const plainRaws = Object.fromEntries(
  Object.entries(makers).map(([ext, make]) => [
    ext,
    (picture: Picture) => sensorTiff(picture, { make, model, bits: 16 }, words(mosaic(picture, 16))),
  ]),
);

/** Returns a Sony raw file with uncompressed 14-bit values, in 2 bytes each. */
export function arw(picture: Picture): Buffer {
  return sensorTiff(picture, { make: 'SONY', model, bits: 14 }, words(mosaic(picture, 14)));
}

/** Returns a Canon raw file: a Canon-specific marker, followed by the sensor data as 14-bit lossless JPEG. */
export function cr2(picture: Picture): Buffer {
  const data = losslessJpeg(mosaic(picture, 14), picture.width, 14);
  const mark = Buffer.from([...Buffer.from('CR'), 2, 0, 16, 0, 0, 0]);
  const entries = (start: number): TiffEntry[] => [
    short(259, 6),
    text(271, 'Canon'),
    text(272, model),
    long(273, start),
    long(279, data.length),
    fraction(50_728, 5, 1, 1, 1),
  ];
  return tiff(entries, data, undefined, mark);
}

/**
 * Returns an Olympus raw file with packed 12-bit values: two values in 3 bytes. The order of the bytes is reversed in
 * each group of 4 bytes.
 */
export function orf(picture: Picture): Buffer {
  const numbers = mosaic(picture, 12);
  const packed = Buffer.from(
    numbers.flatMap((first, n) => {
      const second = numbers[n + 1] ?? 0;
      return n % 2 ? [] : [first >> 4, ((first & 15) << 4) | (second >> 8), second & 255];
    }),
  ).swap32();
  const camera = { make: 'OLYMPUS IMAGING CORP.', model, bits: 12 };
  return sensorTiff(picture, camera, packed, Buffer.from('IIRO'));
}

/**
 * Returns a Panasonic raw file with Panasonic-specific tags. The values are in the upper 12 bits of 2 bytes. Replaces
 * the value 0, which marks a defective pixel.
 */
export function rw2(picture: Picture): Buffer {
  const { width, height } = picture;
  const data = words(mosaic(picture, 12).map((value) => Math.max(value, 1) << 4));
  const entries = (start: number): TiffEntry[] => [
    [1, 7, 4, Buffer.from('0310')],
    short(2, width),
    short(3, height),
    short(4, 0),
    short(5, 0),
    short(6, height),
    short(7, width),
    short(9, 1),
    short(10, 12),
    short(11, 34_316),
    // Red, green and blue have equal gain.
    ...[36, 37, 38].map((tag) => short(tag, 256)),
    text(271, 'Panasonic'),
    text(272, model),
    long(273, start),
  ];
  return tiff(entries, data, Buffer.from('IIU\0', 'latin1'));
}

/** Returns a Fuji raw file with a Fuji-specific table. The values have 14 bits, in 2 little-endian bytes each. */
export function raf(picture: Picture): Buffer {
  const { width, height } = picture;
  const data = words(mosaic(picture, 14));
  const field = (tag: number, value: number[]) => [
    tag >> 8,
    tag & 255,
    value.length >> 8,
    value.length & 255,
    ...value,
  ];
  const pair = (first: number, second: number) => [first >> 8, first & 255, second >> 8, second & 255];
  const table = Buffer.from([
    ...[0, 0, 0, 4],
    ...field(0x100, pair(height, width)),
    ...field(0x121, pair(height, width)),
    // The layout is not split, and the sensor is not rotated by 45 degrees.
    ...field(0x130, [0, 8, 0, 0]),
    ...field(0x2ff0, [1, 0, 1, 0, 1, 0, 1, 0]),
  ]);
  const header = Buffer.alloc(148);
  header.write('FUJIFILMCCD-RAW 0201FF383501', 'latin1');
  header.write(model, 0x1c, 'latin1');
  const inner = tiff(
    (start) => [
      text(271, 'FUJIFILM'),
      text(272, model),
      long(0xf001, width),
      long(0xf002, height),
      long(0xf003, 14),
      long(0xf007, start),
      long(0xf008, data.length),
    ],
    data,
  );
  // The part of the raw file for the preview. This part contains only the camera's metadata and no picture.
  const preview = Buffer.concat([
    Buffer.alloc(12),
    tiff(() => [text(271, 'FUJIFILM'), text(272, model)], Buffer.alloc(0)),
  ]);
  const places = [preview, table, inner];
  let at = header.length;
  for (const [n, { length }] of places.entries()) {
    header.writeUInt32BE(at, 84 + n * 8);
    header.writeUInt32BE(length, 88 + n * 8);
    at += length;
  }
  return Buffer.concat([header, ...places]);
}
