/** Reads and writes the resolution boxes of JPEG 2000 files, which libvips and OpenJPEG ignore. */
import { boxesIn, boxOf, findBox, wholeOf } from '../../shared/image/boxes.ts';
import type { Density } from '../../shared/image/density.ts';

export const isJp2 = (file: Buffer): boolean => file.toString('latin1', 4, 8) === 'jP  ';

/**
 * For each axis, the boxes state pixels per metre as a fraction of 16-bit numbers and a power of ten. The vertical axis
 * comes before the horizontal axis.
 */
const metresPerInch = 0.0254;

/**
 * Returns the display resolution of a JPEG 2000 file, or the capture resolution if the file states no display
 * resolution. Returns undefined if the file states no resolution.
 */
export function jp2Density(file: Buffer): Density | undefined {
  const box = ['resd', 'resc']
    .map((kind) => findBox(file, ['jp2h', 'res ', kind], wholeOf(file)))
    .find((found) => found !== undefined);
  if (!box || box.content + 10 > box.end) return undefined;
  const fraction = (at: number) =>
    file.readUInt16BE(box.content + at) / file.readUInt16BE(box.content + at + 2);
  const power = (at: number) => 10 ** file.readInt8(box.content + at);
  const density = { x: fraction(4) * power(9) * metresPerInch, y: fraction(0) * power(8) * metresPerInch };
  return density.x > 0 && density.y > 0 && density.x + density.y < Infinity ? density : undefined;
}

/**
 * Returns the file with `density` as the display resolution and as the capture resolution, because some programs read
 * only one of the two resolutions.
 */
export function withJp2Density(file: Buffer, density: Density): Buffer {
  const header = findBox(file, ['jp2h'], wholeOf(file));
  if (!header) return file;
  const kept = [...boxesIn(file, header)].filter(({ kind }) => kind !== 'res ');
  const resolution = resolutionOf(density);
  return Buffer.concat([
    file.subarray(0, header.start),
    boxOf(
      'jp2h',
      ...kept.map(({ start, end }) => file.subarray(start, end)),
      boxOf('res ', boxOf('resc', resolution), boxOf('resd', resolution)),
    ),
    file.subarray(header.end),
  ]);
}

/**
 * Returns the box content with the resolution in tenths of a pixel per inch. A tenth of a pixel per inch is 10 000 /
 * 2540 pixels per metre. The fraction 10 000 / 2540 keeps whole numbers of pixels per inch exact.
 */
function resolutionOf({ x, y }: Density): Buffer {
  const bytes = Buffer.alloc(10);
  for (const [n, value] of [y, x].entries()) {
    bytes.writeUInt16BE(Math.min(65_535, Math.round(value * 10)), 4 * n);
    bytes.writeUInt16BE(2540, 4 * n + 2);
    bytes.writeInt8(4, 8 + n);
  }
  return bytes;
}
