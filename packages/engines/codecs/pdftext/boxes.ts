/** Arithmetic of boxes on a page. */
import type { Box } from './page-data.ts';

export function around(boxes: Iterable<Box>): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x0, y0, x1, y1] of boxes) {
    left = Math.min(left, x0);
    top = Math.min(top, y0);
    right = Math.max(right, x1);
    bottom = Math.max(bottom, y1);
  }
  return [left, top, right, bottom];
}

/** Returns whether the point is in the box, or outside it by at most `margin`. */
export function holds([x0, y0, x1, y1]: Box, x: number, y: number, margin = 0): boolean {
  return x >= x0 - margin && x <= x1 + margin && y >= y0 - margin && y <= y1 + margin;
}

export const median = (numbers: readonly number[]): number =>
  [...numbers].sort((one, two) => one - two)[Math.floor(numbers.length / 2)] ?? 0;
