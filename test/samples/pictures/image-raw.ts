/** Writes a Digital Negative (DNG) with sensor data. The primaries of the sensor are exactly the primaries of sRGB. */
import { rawDecoders } from '../../../packages/engines/tools/libraw/index.ts';
import { light } from './image-light.ts';
import type { Picture } from './picture.ts';
import { byte, fraction, long, short, text, tiff, type TiffEntry } from './tiff.ts';

/** Raw formats. The samples in raw formats have sensor data with only one colour per pixel. */
export const seenBySensor = Object.keys(rawDecoders);

/** Matrix from CIE XYZ to linear sRGB. */
const matrix = [3.2406, -1.5372, -0.4986, -0.9689, 1.8758, 0.0415, 0.0557, -0.204, 1.057];

export function dng(picture: Picture): Buffer {
  const sensor = words(mosaic(picture, 16));
  const entries = (start: number): TiffEntry[] => [
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
  return tiff(entries, sensor);
}

/**
 * Returns the picture as a sensor records it, with one colour per pixel: red and green alternate in one row, green and
 * blue in the next row. Values are linear and have the given number of bits.
 */
export function mosaic({ width, height, pixels }: Picture, bits: number): number[] {
  return Array.from({ length: width * height }, (_, n) => {
    const channel = ((n % width) % 2) + (Math.floor(n / width) % 2);
    return Math.round(light(pixels[n * 4 + channel] ?? 0) * (2 ** bits - 1));
  });
}

/** Encodes each number as 2 little-endian bytes. */
export function words(numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(numbers.length * 2);
  for (const [n, value] of numbers.entries()) bytes.writeUInt16LE(value, n * 2);
  return bytes;
}
