/** Writes image formats with an uncommon container or encoding: QOI, Photoshop and Apple icons. */
import { png } from './image-png.ts';
import type { Picture } from './picture.ts';

/** Returns a QOI file that stores each pixel as a literal colour, without references to other pixels. */
export function qoi({ width, height, pixels }: Picture): Buffer {
  const header = Buffer.alloc(14);
  header.write('qoif', 'latin1');
  header.writeUInt32BE(width, 4);
  header.writeUInt32BE(height, 8);
  header.set([4, 0], 12);
  const chunks = Array.from({ length: width * height }, (_, n) => [
    0xff,
    ...pixels.subarray(n * 4, n * 4 + 4),
  ]);
  return Buffer.concat([header, Buffer.from(chunks.flat()), Buffer.from([0, 0, 0, 0, 0, 0, 0, 1])]);
}

/**
 * Returns a Photoshop document with one layer and the merged picture. `version` 2 is the large document format (PSB).
 */
export function psd(picture: Picture, version: 1 | 2): Buffer {
  const { width, height, pixels } = picture;
  const planes = [0, 1, 2, 3].map((channel) => Buffer.from(pixels.filter((_, n) => n % 4 === channel)));
  const header = [
    ascii('8BPS'),
    big(2, version),
    Buffer.alloc(6),
    big(2, 4),
    big(4, height),
    big(4, width),
    big(2, 8),
    big(2, 3),
  ];
  const noColourTable = big(4, 0);
  const noResources = big(4, 0);
  return Buffer.concat([
    ...header,
    noColourTable,
    noResources,
    layers(picture, planes, version),
    big(2, 0),
    ...planes,
  ]);
}

/**
 * Returns the layer section. In a PSD file, a negative number of layers declares that the fourth channel of the merged
 * picture is transparency.
 */
function layers({ width, height }: Picture, planes: readonly Buffer[], version: 1 | 2): Buffer {
  const lengthBytes = version === 1 ? 4 : 8;
  const channels = [0, 1, 2, -1].map((id) =>
    Buffer.concat([big(2, id), big(lengthBytes, 2 + width * height)]),
  );
  const noMaskNorRanges = Buffer.alloc(8);
  const name = Buffer.from('\x03one', 'latin1');
  const place = [0, 0, height, width].map((edge) => big(4, edge));
  const blend = [ascii('8BIMnorm'), Buffer.from([255, 0, 0, 0])];
  const extra = [big(4, noMaskNorRanges.length + name.length), noMaskNorRanges, name];
  const record = Buffer.concat([...place, big(2, 4), ...channels, ...blend, ...extra]);
  const data = planes.map((plane) => Buffer.concat([big(2, 0), plane]));
  const info = Buffer.concat([big(2, -1), record, ...data]);
  const section = Buffer.concat([big(lengthBytes, info.length), info, big(4, 0)]);
  return Buffer.concat([big(lengthBytes, section.length), section]);
}

const ascii = (text: string) => Buffer.from(text, 'latin1');

function big(bytes: number, value: number): Buffer {
  const buffer = Buffer.alloc(bytes);
  if (bytes === 8) buffer.writeBigInt64BE(BigInt(value));
  else buffer.writeIntBE(value, 0, bytes);
  return buffer;
}

const iconSize = 128;

/** Returns an Apple icon: the picture at twice the size, in the middle of a transparent square of 128 pixels. */
export function icns(picture: Picture): Buffer {
  const data = png(framed(picture));
  const element = Buffer.alloc(8);
  element.write('ic07', 'latin1');
  element.writeUInt32BE(data.length + 8, 4);
  const header = Buffer.alloc(8);
  header.write('icns', 'latin1');
  header.writeUInt32BE(data.length + 16, 4);
  return Buffer.concat([header, element, data]);
}

function framed({ width, height, pixels }: Picture): Picture {
  const scale = iconSize / width;
  const top = (iconSize - height * scale) / 2;
  const square = Buffer.alloc(iconSize * iconSize * 4);
  for (let y = 0; y < height * scale; y += 1) {
    for (let x = 0; x < iconSize; x += 1) {
      const from = (Math.floor(y / scale) * width + Math.floor(x / scale)) * 4;
      pixels.copy(square, ((y + top) * iconSize + x) * 4, from, from + 4);
    }
  }
  return { width: iconSize, height: iconSize, pixels: square };
}
