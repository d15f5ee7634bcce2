/**
 * Checks that a picture shows the grid of coloured blocks from `samples/pictures/picture.ts`, with the expected colour
 * and transparency in each block.
 */
import assert from 'node:assert/strict';
import type { Format } from '@protean/formats/format.ts';
import { lightness } from '../../../samples/pictures/image-bytes.ts';
import { blockAt, blocks, blockSize, columns, type Picture } from '../../../samples/pictures/picture.ts';

/**
 * How a conversion changes colours: `colour` keeps the colours, `grey` converts to grey levels, `dithered` dithers to
 * black and white, and `split` makes each colour black or white, with middle grey as the threshold.
 */
export type Tones = 'colour' | 'grey' | 'dithered' | 'split';

/** Formats that store only black and white. */
const bilevel = ['pbm', 'xbm', 'wbmp'];

/** Returns how a conversion changes colours. */
export function tonesBetween(source: Format, target: Format): Tones {
  if (bilevel.includes(source.ext)) return 'split';
  if (bilevel.includes(target.ext)) return 'dithered';
  const isPage = target.category === 'document';
  return source.holds.includes('colour') && (isPage || target.holds.includes('colour')) ? 'colour' : 'grey';
}

/**
 * Position of the grid in a picture, in pixels from the left and the top, and scale of the grid relative to the grid's
 * original size.
 */
export interface GridPlace {
  left: number;
  top: number;
  scale: number;
}

export interface Expectation {
  tones: Tones;
  /** Whether transparency is kept. If transparency is lost, transparent blocks are white. */
  clear: boolean;
  /** Maximum error of a channel, from 0 to 255. */
  tolerance: number;
  /**
   * Index of the page or frame, from 0. The colours of the blocks depend on the index of the page or frame. See
   * `blockAt`.
   */
  turn?: number;
  /** Position of the grid. By default, the grid fills the picture. */
  place?: GridPlace;
}

/**
 * Throws if a block differs from the expected block. Does not check the picture's size, because only the caller knows
 * the expected size.
 */
export function checkGrid(picture: Picture, expectation: Expectation): void {
  for (const n of blocks.keys()) checkBlock(picture, n, expectation);
}

function checkBlock(
  picture: Picture,
  n: number,
  { tones, clear, tolerance, turn = 0, place }: Expectation,
): void {
  const block = blockAt(n, turn);
  const due = shade(block, tones);
  const { mean, extremes } = look(picture, n, place ?? { left: 0, top: 0, scale: 1 }, tolerance);
  const alpha = clear ? block[3] : 255;
  const name = `block ${n} of picture ${turn + 1}`;
  assert.ok(Math.abs(mean(3) - alpha) <= 2, `transparency of ${name}: ${mean(3)}, not ${alpha}`);
  if (alpha === 0) return;
  for (const channel of [0, 1, 2]) {
    const off = Math.abs(mean(channel) - (due[channel] ?? 0));
    const seen = [0, 1, 2].map((one) => Math.round(mean(one)));
    assert.ok(off <= tolerance, `colour of ${name}: ${seen.join(',')}, not ${due.join(',')}`);
  }
  if (tones === 'dithered' || tones === 'split') assert.ok(extremes, `${name} is neither black nor white`);
}

function shade(block: readonly number[], tones: Tones): readonly number[] {
  if (tones === 'colour') return block.slice(0, 3);
  const grey = lightness(block);
  return Array.from({ length: 3 }, () => (tones === 'split' ? (grey >= 128 ? 255 : 0) : grey));
}

/**
 * Returns the mean colour of a block, and whether all of its pixels are black or white. Ignores an eighth of the block
 * on each side.
 */
function look({ width, pixels }: Picture, n: number, place: GridPlace, tolerance: number) {
  const { left, top, scale } = place;
  const size = blockSize * scale;
  const edge = Math.ceil(size / 8);
  const [x, y] = [left + (n % columns) * size, top + Math.floor(n / columns) * size];
  const sums = [0, 0, 0, 0];
  let count = 0;
  let extremes = true;
  for (let row = Math.round(y + edge); row < y + size - edge; row += 1) {
    for (let column = Math.round(x + edge); column < x + size - edge; column += 1) {
      const pixel = pixels.subarray((row * width + column) * 4, (row * width + column) * 4 + 4);
      for (const [channel, value] of pixel.entries()) sums[channel] = (sums[channel] ?? 0) + value;
      extremes &&= [0, 1, 2].every(
        (channel) => Math.min(pixel[channel] ?? 0, 255 - (pixel[channel] ?? 0)) <= tolerance,
      );
      count += 1;
    }
  }
  return { mean: (channel: number) => (sums[channel] ?? 0) / count, extremes };
}
