/** Splits delimited text into rows of cells (RFC 4180 and common deviations from it), and guesses the delimiter. */
import { InvalidData } from './value.ts';

export interface Cell {
  text: string;
  /** Whether the cell is quoted in the file. */
  quoted: boolean;
}

/**
 * Rows may differ in length and end in any line break; a quote inside a cell that does not begin with one is literal.
 * Throws {@link InvalidData} where a quoted cell does not end.
 */
export function splitCells(text: string, delimiter: string): Cell[][] {
  const ends = new RegExp(`${delimiter.replace(/[^\w]/, '\\$&')}|\r\n|\n|\r`, 'g');
  const rows: Cell[][] = [];
  let row: Cell[] = [];
  let at = 0;
  let expectsCell = false;
  while (at < text.length || expectsCell) {
    const quoted = text[at] === '"';
    const [inside, after] = quoted ? readQuoted(text, at) : ['', at];
    ends.lastIndex = after;
    const end = ends.exec(text);
    row.push({ text: inside + text.slice(after, end?.index ?? text.length), quoted });
    at = end ? ends.lastIndex : text.length;
    expectsCell = end?.[0] === delimiter;
    if (expectsCell) continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

/** The content of the quotes that open at offset `open`, and the offset after them. */
function readQuoted(text: string, open: number): [inside: string, after: number] {
  for (let from = open + 1; ;) {
    const close = text.indexOf('"', from);
    if (close < 0) throw new InvalidData('a quote is opened and never closed');
    if (text[close + 1] !== '"') return [text.slice(open + 1, close).replaceAll('""', '"'), close + 1];
    from = close + 2;
  }
}

const linesLookedAt = 20;

/** The candidate that splits the most of the first lines into as many cells as the first; the earlier one on a tie. */
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
