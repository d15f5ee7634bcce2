/** Adds a header row to a grid. The header row consists of filled boxes without lines, directly above the grid. */
import type { Box } from '../page-data.ts';
import type { Grid, Ruling } from './rulings.ts';

/** Maximum distance between an edge of a box and a line of the grid. */
const slack = 3;
/** Minimum share of the grid's width that the boxes of its header cover. */
const leastCovered = 0.8;

/**
 * Returns the grid. Filled boxes that touch the grid's top edge and align with its columns are added as a row of cells.
 */
export function withFilledHeader(grid: Grid, fills: readonly Box[]): Grid {
  const { xs, ys, rulings, box } = grid;
  const [left, bottom, right] = box;
  const column = (x: number) => xs.findIndex((at) => Math.abs(at - x) < slack);
  const cells = fills.filter(
    ([x0, y0, x1, y1]) =>
      Math.abs(y1 - bottom) < slack && y1 - y0 > slack && column(x0) >= 0 && column(x1) > column(x0),
  );
  const covered = cells.reduce((sum, [x0, , x1]) => sum + x1 - x0, 0);
  if (cells.length < 2 || covered < leastCovered * (right - left) || covered > 1.1 * (right - left))
    return grid;
  const top = Math.min(...cells.map(([, y0]) => y0));
  if (cells.some(([, y0]) => y0 - top > slack)) return grid;
  const level: Ruling[] = [top, bottom].map((at) => ({ at, from: left, to: right }));
  const upright = cells.flatMap(([x0, , x1]) => [x0, x1].map((at) => ({ at, from: top, to: bottom })));
  return {
    box: [left, top, right, box[3]],
    xs,
    ys: [top, ...ys],
    rulings: { level: [...level, ...rulings.level], upright: [...upright, ...rulings.upright] },
  };
}
