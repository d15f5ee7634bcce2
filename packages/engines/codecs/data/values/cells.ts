/** Splits delimited text into rows of cells (RFC 4180 and common deviations from it), and guesses the delimiter. */
import { InvalidData } from './value.ts';

export interface Cell {
  text: string;
  /** Whether the cell is quoted in the file. */
  quoted: boolean;
}

/** Bytes with a special meaning in delimited text, except the delimiter. */
export const [lineFeed, carriageReturn, quote] = [10, 13, 34];

/** Returns all rows of `text`. See {@link takeRows}. */
export function splitCells(text: string, delimiter: string): Cell[][] {
  return takeRows(text, delimiter, true).rows;
}

/**
 * Returns the complete rows of `text` and the offset of their end. Rows may differ in length and end with any line
 * break. A quote is literal inside a cell that does not begin with a quote. An unfinished row at the end is returned
 * only if `last` is true, that is, if `text` is the last part of its file. @throws {@link InvalidData} for a quoted
 * cell without a closing quote.
 */
export function takeRows(text: string, delimiter: string, last: boolean): { rows: Cell[][]; end: number } {
  const separator = delimiter.charCodeAt(0);
  const rows: Cell[][] = [];
  let row: Cell[] = [];
  let [at, end] = [0, 0];
  let expectsCell = false;
  while (at < text.length || expectsCell) {
    const quoted = text.charCodeAt(at) === quote;
    const [inside, after] = quoted ? readQuoted(text, at, last) : ['', at];
    const stop = after === undefined ? text.length : cellEnd(text, after, separator);
    const code = text.charCodeAt(stop);
    // A line break may have 2 characters, and its second character may be in the next part.
    if (!last && (stop >= text.length || (code === carriageReturn && stop + 1 === text.length))) break;
    row.push({ text: inside + text.slice(after, stop), quoted });
    at = stop + (code === carriageReturn && text.charCodeAt(stop + 1) === lineFeed ? 2 : 1);
    expectsCell = code === separator;
    if (expectsCell) continue;
    rows.push(row);
    row = [];
    end = at;
  }
  return { rows, end: Math.min(end, text.length) };
}

/** Returns the offset of the next delimiter or line break after `from`, or the length of the text. */
function cellEnd(text: string, from: number, separator: number): number {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === separator || code === lineFeed || code === carriageReturn) return at;
  }
  return text.length;
}

/**
 * Returns the text inside the quotes that open at offset `open`, and the offset after the closing quote. The offset is
 * undefined if the closing quote may follow in the next part.
 */
function readQuoted(text: string, open: number, last: boolean): [inside: string, after: number | undefined] {
  for (let from = open + 1; ;) {
    const close = text.indexOf('"', from);
    if (close < 0 && last) throw new InvalidData('a quote has no closing quote');
    if (close < 0 || (!last && close + 1 === text.length)) return ['', undefined];
    if (text.charCodeAt(close + 1) !== quote)
      return [text.slice(open + 1, close).replaceAll('""', '"'), close + 1];
    from = close + 2;
  }
}
const linesLookedAt = 20;

/**
 * Returns the most likely delimiter. Splits the first lines at each candidate, and counts the lines that have as many
 * cells as line 1. The candidate with the highest count wins. On a tie, the earlier candidate wins.
 */
export function delimiterOf(text: string, candidates: readonly string[]): string {
  const lines = text
    .slice(0, 100_000)
    .replace(/"[^"]*"/g, '')
    .split(/\r\n|\n|\r/, linesLookedAt)
    .filter((line) => line !== '');
  const score = (delimiter: string) => {
    const counts = lines.map((line) => line.split(delimiter).length);
    return counts[0] === 1 ? 0 : counts.filter((count) => count === counts[0]).length;
  };
  const [first = ','] = candidates;
  return candidates.reduce((best, other) => (score(other) > score(best) ? other : best), first);
}
