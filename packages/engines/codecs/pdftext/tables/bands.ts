/**
 * Splits the area between two horizontal rules if the area contains several rows of a table. No rules separate the rows
 * between these two rules, so the baselines of the text determine the rows.
 */
import type { Cell } from '../blocks.ts';
import { around } from '../boxes.ts';
import { isNumber, wordText, type Word } from '../pieces.ts';
import { lineSpans } from './line-spans.ts';

export interface CellLine {
  y: number;
  words: Word[];
}

/** Maximum distance between the baselines of cells in one row. */
const sameLine = 2;
/** Maximum gap between words of one cell, in units of the line height. */
const wordGap = 0.6;

/**
 * Returns the rows of the area between two rules, or undefined if the area is a single row. An area has several rows if
 * most columns have text on nearly every line, and if many of these texts are numbers.
 */
export function bandRows(
  cells: readonly (readonly CellLine[])[],
  xs: readonly number[],
): Cell[][] | undefined {
  const filled = cells.filter((lines) => lines.length > 0);
  const lines = linesOf(filled.flat());
  const most = Math.max(0, ...filled.map((own) => own.length));
  if (lines.length < 2 || lines.length !== most || filled.length < 3) return undefined;
  if (filled.filter((own) => own.length >= lines.length - 1).length < 0.7 * filled.length) return undefined;
  const texts = filled.flat().map(({ words }) => words.map(wordText).join(' '));
  if (texts.filter((text) => isNumber.test(text)).length < 0.4 * texts.length) return undefined;
  return lines.map((words) => rowOf(words, xs));
}

function linesOf(lines: readonly CellLine[]): Word[][] {
  const result: CellLine[] = [];
  for (const { y, words } of lines.toSorted((one, two) => one.y - two.y)) {
    const last = result.at(-1);
    if (last && y - last.y < sameLine) last.words.push(...words);
    else result.push({ y, words: [...words] });
  }
  return result.map(({ words }) => words.sort((one, two) => one.box[0] - two.box[0]));
}

/** Returns the cells of a line. Adjacent words are one cell, which may span columns. */
function rowOf(words: readonly Word[], xs: readonly number[]): Cell[] {
  const width = xs.length - 1;
  const columnAt = (x: number) =>
    Math.min(
      width - 1,
      Math.max(
        0,
        xs.findLastIndex((edge) => edge <= x),
      ),
    );
  const cells: Cell[] = [];
  let next = 0;
  for (const group of groupsOf(words)) {
    const [from, , to] = around(group.map(({ box }) => box));
    const start = Math.max(next, columnAt(from + 1));
    const end = Math.max(start, columnAt(to - 1));
    if (start >= width) {
      cells.at(-1)?.spans.push(...lineSpans(group));
      continue;
    }
    cells.push(...emptyCells(start - next), { spans: lineSpans(group), columns: end - start + 1, rows: 1 });
    next = end + 1;
  }
  return [...cells, ...emptyCells(width - next)];
}

const emptyCells = (count: number): Cell[] =>
  Array.from({ length: count }, () => ({ spans: [], columns: 1, rows: 1 }));

function groupsOf(words: readonly Word[]): Word[][] {
  const groups: Word[][] = [];
  for (const word of words) {
    const last = groups.at(-1)?.at(-1);
    const height = word.box[3] - word.box[1];
    if (last && word.box[0] - last.box[2] < wordGap * height) groups.at(-1)?.push(word);
    else groups.push([word]);
  }
  return groups;
}
