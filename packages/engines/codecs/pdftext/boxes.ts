/** Arithmetic of boxes on a page. */
import type { Box, Glyph } from './page-data.ts';

export function around(boxes: Iterable<Box>): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const box of boxes) {
    left = Math.min(left, box[0]);
    top = Math.min(top, box[1]);
    right = Math.max(right, box[2]);
    bottom = Math.max(bottom, box[3]);
  }
  return [left, top, right, bottom];
}

/**
 * Returns the box around glyphs. Boxes of single glyphs are not created, because creating them would take most of the
 * time.
 */
export function aroundGlyphs(glyphs: readonly Glyph[]): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y, width, size } of glyphs) {
    left = Math.min(left, x);
    top = Math.min(top, y - 0.8 * size);
    right = Math.max(right, x + width);
    bottom = Math.max(bottom, y + 0.22 * size);
  }
  return [left, top, right, bottom];
}

/** Returns whether the point is in the box, or outside it by at most `margin`. */
export function holds([x0, y0, x1, y1]: Box, x: number, y: number, margin = 0): boolean {
  return x >= x0 - margin && x <= x1 + margin && y >= y0 - margin && y <= y1 + margin;
}

export const median = (numbers: readonly number[]): number =>
  [...numbers].sort((one, two) => one - two)[Math.floor(numbers.length / 2)] ?? 0;
