/** Finds grids of drawn lines on a page, which are the borders of tables. */
import { around } from '../boxes.ts';
import type { Box, Shape } from '../page-data.ts';

/**
 * A horizontal or vertical line. `at` is the y of a horizontal line, or the x of a vertical line. `from` and `to` are
 * the ends of the line on the other axis.
 */
export interface Ruling {
  at: number;
  from: number;
  to: number;
}

export interface Rulings {
  level: Ruling[];
  upright: Ruling[];
}

export interface Grid {
  box: Box;
  /** Positions of the lines between columns and between rows, including the outer edges. */
  xs: number[];
  ys: number[];
  rulings: Rulings;
}

/** Maximum thickness of a stroke. A thicker box is not a line. */
const thick = 3.5;
/** Maximum distance between two lines that are considered connected. */
const slack = 3;

/** Returns the lines among the shapes of a page. Lines that continue each other are joined to one line. */
export function rulingsOf(shapes: readonly Shape[]): Rulings {
  const level: Ruling[] = [];
  const upright: Ruling[] = [];
  for (const { kind, box, width } of shapes) {
    if (kind === 'curve' || width > thick) continue;
    const [x0, y0, x1, y1] = box;
    const [wide, high] = [x1 - x0, y1 - y0];
    if (high < thick && wide > 2 * high && wide > 4) level.push({ at: (y0 + y1) / 2, from: x0, to: x1 });
    else if (wide < thick && high > 2 * wide && high > 4)
      upright.push({ at: (x0 + x1) / 2, from: y0, to: y1 });
  }
  return { level: joined(level), upright: joined(upright) };
}

/** Returns filled boxes, such as striped rows or cells with a background. */
export function filledBoxes(shapes: readonly Shape[]): Box[] {
  return shapes
    .filter(
      ({ kind, width, box }) => kind === 'box' && width === 0 && box[2] - box[0] > 8 && box[3] - box[1] > 6,
    )
    .map(({ box }) => box);
}

function joined(rulings: readonly Ruling[]): Ruling[] {
  const result: Ruling[] = [];
  for (const one of rulings.toSorted((a, b) => a.at - b.at || a.from - b.from)) {
    const same = result.find(
      (other) =>
        Math.abs(other.at - one.at) < 1.5 && one.from < other.to + slack && one.to > other.from - slack,
    );
    if (same) {
      same.from = Math.min(same.from, one.from);
      same.to = Math.max(same.to, one.to);
    } else result.push({ ...one });
  }
  return result;
}

/** Returns the grids of at least 2 cells. */
export function gridsOf({ level, upright }: Rulings): Grid[] {
  const left = new Set<Ruling>([...level, ...upright]);
  const isLevel = new Set(level);
  const grids: Grid[] = [];
  for (const start of upright) {
    if (!left.has(start)) continue;
    const group = connected(start, left, isLevel);
    const rulings = {
      level: group.filter((one) => isLevel.has(one)),
      upright: group.filter((one) => !isLevel.has(one)),
    };
    const ys = withOpenEdges(positions(rulings.level), rulings.upright);
    const xs = withOpenEdges(positions(rulings.upright), rulings.level);
    if (ys.length < 2 || xs.length < 2 || (ys.length === 2 && xs.length === 2)) continue;
    grids.push({ box: [xs[0] ?? 0, ys[0] ?? 0, xs.at(-1) ?? 0, ys.at(-1) ?? 0], xs, ys, rulings });
  }
  return grids;
}

/** Minimum distance from the outermost line to an outer edge without a line. */
const openCell = 10;

/**
 * Returns the positions of the parallel lines of a grid, and adds the positions of outer edges that have no line. The
 * grid has an outer edge without a line if the crossing lines extend beyond the outermost parallel line, and at least
 * two crossing lines end at the same position.
 */
function withOpenEdges(positions: readonly number[], crossing: readonly Ruling[]): number[] {
  const [first = 0, last = 0] = [positions[0], positions.at(-1)];
  const start = Math.min(...crossing.map(({ from }) => from));
  const end = Math.max(...crossing.map(({ to }) => to));
  const reach = (isAt: (ruling: Ruling) => boolean) => crossing.filter(isAt).length >= 2;
  const opens = first - start > openCell && reach(({ from }) => from - start < slack);
  const closes = end - last > openCell && reach(({ to }) => end - to < slack);
  return [...(opens ? [start] : []), ...positions, ...(closes ? [end] : [])];
}

function connected(start: Ruling, left: Set<Ruling>, isLevel: ReadonlySet<Ruling>): Ruling[] {
  const group: Ruling[] = [];
  const open = [start];
  left.delete(start);
  for (let one = open.pop(); one; one = open.pop()) {
    group.push(one);
    for (const other of left) {
      if (isLevel.has(other) === isLevel.has(one) || !meet(one, other)) continue;
      left.delete(other);
      open.push(other);
    }
  }
  return group;
}

const meet = (one: Ruling, other: Ruling) =>
  other.at > one.from - slack &&
  other.at < one.to + slack &&
  one.at > other.from - slack &&
  one.at < other.to + slack;

function positions(rulings: readonly Ruling[]): number[] {
  const result: number[] = [];
  for (const at of rulings.map((one) => one.at).sort((a, b) => a - b)) {
    if (result.length === 0 || at - (result.at(-1) ?? 0) > slack) result.push(at);
  }
  return result;
}

/** Returns whether the lines at `at` cover most of the distance from `from` to `to`. */
export function isRuled(rulings: readonly Ruling[], at: number, from: number, to: number): boolean {
  const covered = rulings
    .filter((one) => Math.abs(one.at - at) < slack)
    .reduce((sum, one) => sum + Math.max(0, Math.min(to, one.to) - Math.max(from, one.from)), 0);
  return covered > 0.5 * (to - from);
}

/** A cell of a grid: its position, and the number of columns and rows that it spans. */
export interface GridCell {
  row: number;
  column: number;
  rows: number;
  columns: number;
  box: Box;
}

/** Returns the cells of a grid. If the line between two cells is missing, the two cells become a single cell. */
export function cellsOf({ xs, ys, rulings }: Grid): GridCell[] {
  const taken = new Set<string>();
  const cells: GridCell[] = [];
  const [width, height] = [xs.length - 1, ys.length - 1];
  const x = (n: number) => xs[n] ?? 0;
  const y = (n: number) => ys[n] ?? 0;
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      if (taken.has(`${row},${column}`)) continue;
      let columns = 1;
      while (
        column + columns < width &&
        !taken.has(`${row},${column + columns}`) &&
        !isRuled(rulings.upright, x(column + columns), y(row), y(row + 1))
      )
        columns += 1;
      let rows = 1;
      while (row + rows < height && !isRuled(rulings.level, y(row + rows), x(column), x(column + columns)))
        rows += 1;
      for (let r = row; r < row + rows; r += 1)
        for (let c = column; c < column + columns; c += 1) taken.add(`${r},${c}`);
      const box = around([[x(column), y(row), x(column + columns), y(row + rows)]]);
      cells.push({ row, column, rows, columns, box });
    }
  }
  return cells;
}
