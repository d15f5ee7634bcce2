/** Finds tables between horizontal rules of the same length, as in books and papers. */
import { pieceText } from '../pieces.ts';
import type { Row } from '../rows.ts';
import { isTabular } from './open.ts';
import type { Ruling } from './rulings.ts';

export interface RuledRows {
  /** Number of rows of the table. */
  length: number;
  /** Number of rows above the second rule, or 0 if the rules do not mark a header. */
  headers: number;
}

/** Maximum distance between the ends of two rules of a table. */
const sameEnd = 4;
/** Maximum distance by which text may extend beyond the ends of the rules. */
const excess = 6;
/** Maximum distance between two rows of a table, in units of the font size. */
const widestStep = 6;
/**
 * A piece with more than `longText` words is running text. In a table, at most the share `mostLong` of the pieces is
 * running text.
 */
const longText = 14;
const mostLong = 0.3;
/** Minimum share of rows with several cells. */
const leastTabular = 0.6;
/** Maximum number of rows of a header. */
const mostHeaders = 4;

const caption = /^(?:tab(?:le|\.|elle)?|fig(?:ure|\.)?|abb(?:ildung|\.)?)\s*[\dA-Z]/i;

/**
 * Returns the rows from row `at` to the last rule of the table, or undefined if no rule is directly above row `at`.
 */
export function rowsBetweenRules(
  rows: readonly Row[],
  at: number,
  rulings: readonly Ruling[],
): RuledRows | undefined {
  const [before, first] = [rows[at - 1], rows[at]];
  if (!first) return undefined;
  const top = rulings.find(
    (one) =>
      one.at < first.y - 0.5 * first.size &&
      one.at > (before?.y ?? first.y - 4 * first.size) &&
      holds(one, first),
  );
  if (!top) return undefined;
  const rules = rulings
    .filter(
      (one) =>
        one.at > first.y && Math.abs(one.from - top.from) < sameEnd && Math.abs(one.to - top.to) < sameEnd,
    )
    .sort((one, two) => one.at - two.at);
  let found: RuledRows | undefined;
  for (const rule of rules) {
    const end = rows.findIndex((row, n) => n >= at && row.y > rule.at);
    const inside = rows.slice(at, end < 0 ? rows.length : end);
    if (
      !inside.every((row, n) => holds(top, row) && isNear(inside[n - 1], row) && !caption.test(textOf(row)))
    )
      break;
    if (isTable(inside)) found = { length: inside.length, headers: headersOf(inside, rules, rule) };
  }
  return found;
}

const holds = (rule: Ruling, { box }: Row) => box[0] > rule.from - excess && box[2] < rule.to + excess;

const isNear = (before: Row | undefined, { y, size }: Row) =>
  before === undefined || y - before.y < widestStep * size;

const textOf = ({ pieces }: Row) => pieces.map(pieceText).join(' ');

function isTable(rows: readonly Row[]): boolean {
  const tabular = rows.filter(isTabular).length;
  const pieces = rows.flatMap((row) => row.pieces);
  const long = pieces.filter(({ words }) => words.length > longText).length;
  return tabular >= 2 && tabular >= leastTabular * rows.length && long < mostLong * pieces.length;
}

/** If rules separate only the header, body and foot of a table, returns the number of rows above the second rule. */
function headersOf(rows: readonly Row[], rules: readonly Ruling[], last: Ruling): number {
  const inner = rules.filter((rule) => rule.at < last.at);
  const [first] = inner;
  const count = first ? rows.filter(({ y }) => y < first.at).length : 0;
  return inner.length > 2 || count > mostHeaders || count === rows.length ? 0 : count;
}
