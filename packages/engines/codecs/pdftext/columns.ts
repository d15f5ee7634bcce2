/** Sorts the elements of a page into reading order: finds columns of text, and reads one column after the other. */
import { around, median } from './boxes.ts';
import type { Box } from './page-data.ts';

/** An element with a position on a page. The number of `words` is high in lines of running text. */
export interface Element {
  box: Box;
  words: number;
  /** Baseline and font size of a line of text. */
  y?: number;
  size?: number;
}

interface Cut<One> {
  above: One[];
  left: One[];
  right: One[];
  below: One[];
  weight: number;
}

/** Minimum number of lines in a column, and minimum average number of words per line. */
const minLines = 3;
const minWords = 3.4;
/** Maximum distance in points between the baselines of cells in one row. */
const levelDistance = 1;

/** Returns the regions of a page in reading order. Each region has a single column. */
export function regionsOf<One extends Element>(elements: readonly One[], rtl: boolean, depth = 0): One[][] {
  if (elements.length === 0) return [];
  const cut = depth < 6 ? bestCut(elements) : undefined;
  if (!cut) return [elements.toSorted((one, two) => one.box[1] - two.box[1])];
  const { above, left, right, below } = cut;
  return [above, ...(rtl ? [right, left] : [left, right]), below].flatMap((part) =>
    regionsOf(part, rtl, depth + 1),
  );
}

/** Returns the best cut: the gap between two columns that has the most lines next to it. */
function bestCut<One extends Element>(elements: readonly One[]): Cut<One> | undefined {
  const edges = new Set(elements.map(({ box }) => Math.round(box[0])));
  let best: Cut<One> | undefined;
  const sorted = elements.toSorted((one, two) => one.box[1] - two.box[1]);
  for (const edge of edges) {
    for (const cut of cutsAt(sorted, edge - 2)) if (!best || cut.weight > best.weight) best = cut;
  }
  return best;
}

function* cutsAt<One extends Element>(sorted: readonly One[], x: number): Generator<Cut<One>> {
  const crosses = ({ box }: Element) => box[0] < x && box[2] > x;
  const barriers = sorted.filter(crosses).map(({ box }) => box);
  const ends = [-Infinity, ...barriers.map((box) => (box[1] + box[3]) / 2), Infinity];
  for (let n = 1; n < ends.length; n += 1) {
    const [top = 0, bottom = 0] = [ends[n - 1], ends[n]];
    const middle = ({ box }: Element) => (box[1] + box[3]) / 2;
    const within = sorted.filter((one) => !crosses(one) && middle(one) > top && middle(one) < bottom);
    const left = within.filter(({ box }) => box[2] <= x);
    const right = within.filter(({ box }) => box[0] >= x);
    const isText = isColumn(left) && isColumn(right);
    if (!isText && !isIndependent(left, right)) continue;
    const [one, two] = [around(left.map(({ box }) => box)), around(right.map(({ box }) => box))];
    const shared = Math.min(one[3], two[3]) - Math.max(one[1], two[1]);
    if (shared < 0.25 * Math.min(one[3] - one[1], two[3] - two[1])) continue;
    const taken = new Set(within);
    yield {
      above: sorted.filter((given) => !taken.has(given) && middle(given) <= top),
      left,
      right,
      below: sorted.filter((given) => !taken.has(given) && middle(given) > top),
      weight: Math.min(left.length, right.length) * 100 + within.length,
    };
  }
}

/**
 * Lines of two independent texts are at the same height only by chance. Two texts are not independent if at least this
 * share of the lines of one text is at the same height as lines of the other text.
 */
const levelByChance = 0.4;

/**
 * Returns whether the left and right lines are separate texts, not the cells of a table. In a table, most lines on the
 * left are at the same height as lines on the right.
 */
function isIndependent(left: readonly Element[], right: readonly Element[]): boolean {
  const [one, two] = [left, right].map((side) => side.flatMap(({ y }) => y ?? [])) as [number[], number[]];
  if (one.length < minLines || two.length < minLines) return false;
  const level = (lines: readonly number[], others: readonly number[]) =>
    lines.filter((y) => others.some((other) => Math.abs(other - y) < levelDistance)).length / lines.length;
  const isLevel = Math.max(level(one, two), level(two, one)) >= levelByChance;
  if (isProse(left) || isProse(right)) return !isLevel || isOtherSize(left, right);
  return !isLevel && isNarrowText(left) && isNarrowText(right);
}

/** Minimum number of lines of text in a narrow column, and minimum average number of words per line. */
const narrowLines = 8;
const narrowWords = 2.6;

function isNarrowText(elements: readonly Element[]): boolean {
  const lines = elements.filter(({ words }) => words > 0);
  return (
    lines.length >= narrowLines &&
    lines.reduce((sum, one) => sum + one.words, 0) >= narrowWords * lines.length
  );
}

/** Minimum ratio between the font sizes of two separate texts. The cells of a table usually have the same font size. */
const otherSize = 1.08;

function isOtherSize(left: readonly Element[], right: readonly Element[]): boolean {
  const [one, two] = [left, right].map((side) => median(side.flatMap(({ size }) => size ?? []))) as [
    number,
    number,
  ];
  return Math.max(one, two) > otherSize * Math.min(one, two);
}

/** Minimum number of lines of running text, and minimum average number of words per line. */
const proseLines = 6;
const proseWords = 5;

/** Returns whether the lines are long and evenly spaced, unlike the lines of table cells. */
function isProse(elements: readonly Element[]): boolean {
  const lines = elements.flatMap(({ y, words }) => (y === undefined ? [] : [{ y, words }]));
  if (lines.length < proseLines) return false;
  const steps = lines.slice(1).map(({ y }, n) => y - (lines[n]?.y ?? 0));
  const usual = median(steps);
  const even = steps.filter((step) => Math.abs(step - usual) < 0.1 * usual).length;
  const words = lines.reduce((sum, one) => sum + one.words, 0);
  return words >= proseWords * lines.length && even >= 0.75 * steps.length;
}

function isColumn(elements: readonly Element[]): boolean {
  const lines = elements.filter(({ words }) => words > 0);
  const words = lines.reduce((sum, one) => sum + one.words, 0);
  return lines.length >= minLines && words >= minWords * lines.length;
}
