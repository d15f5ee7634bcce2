/**
 * Encodes black and white pictures as JBIG2 for PDF, without loss (ITU-T T.88, generic regions). No package with an
 * encoder was found in Debian 12 or npm.
 */
import { ArithmeticEncoder } from './arithmetic-encoder.ts';

export interface Bitmap {
  width: number;
  height: number;
  /** Each row of the bitmap consists of whole bytes. A set bit is black. */
  bits: Uint8Array;
}

const pageInfo = 48;
const losslessRegion = 39;
/** The adaptive pixels at their usual places: (3,-1), (-3,-1), (2,-2), (-2,-2). */
const adaptivePixels = [3, -1, -3, -1, 2, -2, -2, -2];

/** Returns the segments of a page with the picture, as a PDF embeds them. */
export function encodeJbig2(bitmap: Bitmap): Buffer {
  const { width, height } = bitmap;
  const page = Buffer.alloc(19);
  page.writeUInt32BE(width, 0);
  page.writeUInt32BE(height, 4);
  // Sets the flag that declares the page as lossless.
  page.writeUInt8(1, 16);
  const region = Buffer.alloc(18 + adaptivePixels.length);
  region.writeUInt32BE(width, 0);
  region.writeUInt32BE(height, 4);
  adaptivePixels.forEach((value, n) => region.writeInt8(value, 18 + n));
  return Buffer.concat([
    segment(0, pageInfo, page),
    segment(1, losslessRegion, Buffer.concat([region, encodeRows(bitmap)])),
  ]);
}

function segment(number: number, type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(11);
  head.writeUInt32BE(number, 0);
  head.writeUInt8(type, 4);
  // The segment refers to no other segment, and belongs to page 1.
  head.writeUInt8(1, 6);
  head.writeUInt32BE(data.length, 7);
  return Buffer.concat([head, data]);
}

/**
 * Encodes each pixel in the context of 16 other pixels: 5 from two rows above, 7 from the row above, and 4 to the left
 * in the same row.
 */
function encodeRows({ width, height, bits }: Bitmap): Uint8Array {
  const encoder = new ArithmeticEncoder(1 << 16);
  // Rows have a margin, so that pixels beyond the edges are white.
  let [second, first, row] = [0, 0, 0].map(() => new Uint8Array(width + 8)) as [
    Uint8Array,
    Uint8Array,
    Uint8Array,
  ];
  const stride = (width + 7) >> 3;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) row[x + 4] = ((bits[y * stride + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1;
    let above2 = ((second[4] ?? 0) << 1) | (second[5] ?? 0);
    let above1 = ((first[4] ?? 0) << 2) | ((first[5] ?? 0) << 1) | (first[6] ?? 0);
    let left = 0;
    for (let x = 0; x < width; x += 1) {
      above2 = ((above2 << 1) | (second[x + 6] ?? 0)) & 0x1f;
      above1 = ((above1 << 1) | (first[x + 7] ?? 0)) & 0x7f;
      const bit = row[x + 4] ?? 0;
      encoder.encode((above2 << 11) | (above1 << 4) | left, bit);
      left = ((left << 1) | bit) & 0xf;
    }
    [second, first, row] = [first, row, second];
  }
  return encoder.finish();
}
