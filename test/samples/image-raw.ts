/** A Digital Negative written by hand: what a sensor that sees exactly sRGB's colours would have recorded. */
import { light } from './image-light.ts';
import type { Picture } from './picture.ts';

type Entry = readonly [tag: number, type: number, count: number, data: Buffer];

const short = (tag: number, ...values: number[]): Entry => {
  const data = Buffer.alloc(values.length * 2);
  for (const [n, value] of values.entries()) data.writeUInt16LE(value, n * 2);
  return [tag, 3, values.length, data];
};

const long = (tag: number, value: number): Entry => {
  const data = Buffer.alloc(4);
  data.writeUInt32LE(value);
  return [tag, 4, 1, data];
};

const text = (tag: number, value: string): Entry => [tag, 2, value.length + 1, Buffer.from(`${value}\0`)];

const byte = (tag: number, ...values: number[]): Entry => [tag, 1, values.length, Buffer.from(values)];

const fraction = (tag: number, type: 5 | 10, ...values: number[]): Entry => {
  const data = Buffer.alloc(values.length * 8);
  for (const [n, value] of values.entries()) {
    data.writeInt32LE(Math.round(value * 10_000), n * 8);
    data.writeInt32LE(10_000, n * 8 + 4);
  }
  return [tag, type, values.length, data];
};

/** From CIE XYZ to linear sRGB. */
const matrix = [3.2406, -1.5372, -0.4986, -0.9689, 1.8758, 0.0415, 0.0557, -0.204, 1.057];

export function dng(picture: Picture): Buffer {
  const sensor = mosaic(picture);
  const entries = (start: number): Entry[] => [
    long(254, 0),
    long(256, picture.width),
    long(257, picture.height),
    short(258, 16),
    short(259, 1),
    short(262, 32_803),
    text(271, 'Protean'),
    text(272, 'Sample'),
    long(273, start),
    short(274, 1),
    short(277, 1),
    long(278, picture.height),
    long(279, sensor.length),
    short(284, 1),
    short(33_421, 2, 2),
    byte(33_422, 0, 1, 1, 2),
    byte(50_706, 1, 4, 0, 0),
    text(50_708, 'Protean Sample'),
    long(50_717, 65_535),
    fraction(50_721, 10, ...matrix),
    fraction(50_728, 5, 1, 1, 1),
    short(50_778, 21),
  ];
  const start = directory(entries(0)).length;
  return Buffer.concat([directory(entries(start)), sensor]);
}

/** One colour a pixel: red and green in one row, green and blue in the next. */
function mosaic({ width, height, pixels }: Picture): Buffer {
  const sensor = Buffer.alloc(width * height * 2);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const channel = (x % 2) + (y % 2);
      const seen = light(pixels[(y * width + x) * 4 + channel] ?? 0);
      sensor.writeUInt16LE(Math.round(seen * 65_535), (y * width + x) * 2);
    }
  }
  return sensor;
}

/** A TIFF header with one directory, and behind it the values too long for their entry. */
function directory(entries: readonly Entry[]): Buffer {
  const table = Buffer.alloc(8 + 2 + entries.length * 12 + 4);
  table.write('II*\0', 'latin1');
  table.writeUInt32LE(8, 4);
  table.writeUInt16LE(entries.length, 8);
  const behind: Buffer[] = [];
  let end = table.length;
  for (const [n, [tag, type, count, data]] of entries.entries()) {
    const at = 10 + n * 12;
    table.writeUInt16LE(tag, at);
    table.writeUInt16LE(type, at + 2);
    table.writeUInt32LE(count, at + 4);
    if (data.length <= 4) {
      data.copy(table, at + 8);
    } else {
      table.writeUInt32LE(end, at + 8);
      const even = Buffer.concat([data, Buffer.alloc(data.length % 2)]);
      behind.push(even);
      end += even.length;
    }
  }
  return Buffer.concat([table, ...behind]);
}
