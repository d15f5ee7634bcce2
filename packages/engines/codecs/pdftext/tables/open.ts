/** Finds tables without vertical lines: rows whose pieces are in the same columns. */
import { around } from '../boxes.ts';
import { joinLine, type Cell, type Table } from '../blocks.ts';
import type { Box } from '../page-data.ts';
import { isNumber, pieceText, wordText, type Piece, type Span, type Word } from '../pieces.ts';
import { isRuled, type Ruling } from './rulings.ts';
import { startsWithBullet, type Row } from '../rows.ts';
import { headersOf } from './ruled.ts';
import { lineSpans } from './line-spans.ts';

interface Interval {
  from: number;
  to: number;
}

/** Separators between rows of the table: horizontal lines, and the boxes behind striped rows. */
export interface Separators {
  level: readonly Ruling[];
  fills: readonly Box[];
}

export interface OpenTable {
  table: Table;
  box: Box;
  rtl: boolean;
}

/** Minimum gap between two columns if most rows have the gap, in units of the font size. */
const narrowGap = 0.55;

/** Returns the number of rows from index `at` that form a table, or 0. */
export function tableLength(rows: readonly Row[], at: number): number {
  const first = rows[at];
  if (!first || !isTabular(first)) return 0;
  let columns = intervalsOf(first.pieces);
  let end = at + 1;
  let tabular = 1;
  let last = end;
  while (end < rows.length) {
    const [before, row] = [rows[end - 1], rows[end]];
    if (!before || !row || row.y - before.y > 3.2 * Math.max(row.size, before.size)) break;
    // Two lines that overlap vertically are in the same table row, whose cells have different numbers of lines.
    const overlaps = row.y - before.y < 0.9 * row.size;
    const merged = mergeIntervals([...columns, ...intervalsOf(row.pieces)]);
    if (isTabular(row)) {
      if (merged.length < 2 || merged.length < Math.min(columns.length, row.pieces.length) - 1) break;
      const alike = row.pieces.length > 2 && row.pieces.length === before.pieces.length;
      if (!overlaps && !alike && !sharesColumns(row, columns)) break;
      columns = merged;
      tabular += 1;
      last = end + 1;
    } else {
      if (merged.length < columns.length || row.y - before.y > 2 * row.size) break;
      // A line below the first cell is probably text after the table. A line below a cell of another column continues
      // that cell.
      const [piece] = row.pieces;
      const column = columns.findIndex(({ from, to }) => piece && piece.box[0] < to && piece.box[2] > from);
      if (column > 0 || overlaps) last = end + 1;
    }
    end += 1;
  }
  return tabular >= 2 && isFilled(rows.slice(at, last), columns) ? last - at : 0;
}

/**
 * Returns whether the rows look like table rows, as opposed to running text in two columns or lines with dot leaders.
 */
function isFilled(rows: readonly Row[], columns: readonly Interval[]): boolean {
  const pieces = rows.flatMap((row) => row.pieces);
  const long = pieces.filter(({ words }) => words.length > 14).length;
  // Two lines of justified text may look like a table, because both may have a wide gap at the same position.
  const isJustified =
    rows.length === 2 && pieces.length === 4 && pieces.some(({ words }) => words.length > 6);
  return !isJustified && columns.length >= 2 && long < 0.3 * pieces.length;
}

export function isTabular({ pieces, size }: Row): boolean {
  const [first] = pieces;
  if (!first || pieces.length < 2 || startsWithBullet(pieceText(first))) return false;
  if (pieces.some((piece) => /^(?:[.\u2026_]\s?){4,}/.test(pieceText(piece)))) return false;
  const gaps = pieces.slice(1).map((piece, n) => piece.box[0] - (pieces[n]?.box[2] ?? 0));
  const within = pieces.flatMap(({ words }) =>
    words.slice(1).map((word, n) => gapOf(words[n] as Word, word)),
  );
  const narrowest = Math.min(...gaps);
  if (narrowest < 1.5 * Math.max(0, ...within)) return false;
  // In a justified line of few words, all gaps are equal.
  const justified = pieces.length > 3 && within.length === 0 && Math.max(...gaps) < 1.2 * narrowest;
  return !(justified && narrowest < 4 * size);
}

const gapOf = (one: Word, two: Word) => Math.max(two.box[0] - one.box[2], one.box[0] - two.box[2]);

function sharesColumns({ pieces }: Row, columns: readonly Interval[]): boolean {
  const meeting = pieces.filter(({ box }) => columns.some(({ from, to }) => box[0] < to && box[2] > from));
  return meeting.length >= Math.min(2, pieces.length);
}

const intervalsOf = (pieces: readonly { box: Box }[]): Interval[] =>
  pieces.map(({ box }) => ({ from: box[0], to: box[2] }));

function mergeIntervals(intervals: readonly Interval[]): Interval[] {
  const result: Interval[] = [];
  for (const one of intervals.toSorted((a, b) => a.from - b.from)) {
    const last = result.at(-1);
    if (last && one.from < last.to) last.to = Math.max(last.to, one.to);
    else result.push({ ...one });
  }
  return result;
}

/** Converts the rows to a table. `headers` is the number of rows in the table's header, if known. */
export function openTable(rows: readonly Row[], separators: Separators, headers = 0): OpenTable {
  const columns = columnsOf(rows);
  const rtl = rows.filter((row) => row.pieces.some((piece) => piece.rtl)).length * 2 > rows.length;
  const lines = rows.map((row) => ({ row, cells: cellsOf(row, columns) }));
  const groups: Line[][] = [];
  const wrapped = wrappedStep(lines, columns.length);
  for (const line of lines) {
    const group = groups.at(-1);
    if (group && continues(group, line, { lines, separators, wrapped, width: columns.length }))
      group.push(line);
    else groups.push([line]);
  }
  const cells = groups.map((group) =>
    mergeLines(
      group.map((line) => line.cells),
      columns.length,
      rtl,
    ),
  );
  return {
    table: {
      rows: cells,
      width: columns.length,
      headers: headers > 0 ? headerGroups(groups, rows[headers - 1]) : headersOf(cells),
    },
    box: around(rows.map(({ box }) => box)),
    rtl,
  };
}

/**
 * Returns the number of header rows. Each group of lines is a row. The last header row is the group that contains the
 * line `last`.
 */
const headerGroups = (groups: readonly Line[][], last: Row | undefined) =>
  groups.findIndex((group) => group.some(({ row }) => row === last)) + 1;

/** Returns the columns, separated by gaps that no word of a row crosses. */
function columnsOf(rows: readonly Row[]): Interval[] {
  const byOrder = columnsByOrder(rows.filter(isTabular));
  if (byOrder) return byOrder;
  const byPiece = mergeIntervals(
    rows.filter(isTabular).flatMap((row) => intervalsOf(withoutSpanning(row, rows))),
  );
  if (rows.length < 4) return byPiece;
  const size = rows[0]?.size ?? 10;
  const words = rows
    .filter(isTabular)
    .flatMap((row) => row.pieces.flatMap((piece) => intervalsOf(piece.words)));
  const narrow = mergeIntervals(words.map(({ from, to }) => ({ from, to: to + narrowGap * size })));
  const byWord = narrow.map(({ from, to }) => ({ from, to: to - narrowGap * size }));
  return byWord.length > byPiece.length && byWord.length <= 2 * byPiece.length ? byWord : byPiece;
}

/**
 * Returns the columns if nearly all rows have the same number of pieces, and no piece overlaps the next column. Column
 * n contains the n-th piece of each row, regardless of alignment.
 */
function columnsByOrder(rows: readonly Row[]): Interval[] | undefined {
  const most = Math.max(...rows.map(({ pieces }) => pieces.length));
  const full = rows.filter(({ pieces }) => pieces.length === most);
  if (most < 3 || full.length < 0.8 * rows.length) return undefined;
  const columns = Array.from({ length: most }, (_, n) => {
    const boxes = full.flatMap(({ pieces }) => pieces.slice(n, n + 1)).map(({ box }) => box);
    const [from, , to] = around(boxes);
    return { from, to };
  });
  return columns.every(({ from }, n) => n === 0 || from > (columns[n - 1]?.to ?? 0)) ? columns : undefined;
}

/**
 * Returns the pieces of a row. Leaves out pieces that span two columns, because such pieces hide the gap between the
 * columns. The rows with the most pieces show the gaps between all columns.
 */
function withoutSpanning(row: Row, rows: readonly Row[]): Piece[] {
  const most = Math.max(...rows.map(({ pieces }) => pieces.length));
  if (row.pieces.length >= most) return row.pieces;
  return row.pieces.filter((piece) => {
    const crossed = rows.filter(
      ({ pieces }) =>
        pieces.length === most &&
        pieces.filter(({ box }) => box[0] < piece.box[2] && box[2] > piece.box[0]).length > 1,
    );
    return crossed.length === 0;
  });
}

interface LineCell {
  column: number;
  columns: number;
  words: Word[];
}

function cellsOf(row: Row, columns: readonly Interval[]): LineCell[] {
  const cells: LineCell[] = [];
  for (const piece of row.pieces) {
    for (const words of splitAt(piece, columns)) {
      const [from, , to] = around(words.map(({ box }) => box));
      const first = columns.findIndex((column) => column.to > from + 0.5);
      const start = first < 0 ? columns.length - 1 : first;
      const end = columns.findLastIndex((column) => column.from < to - 0.5);
      const same = cells.find(({ column }) => column === start);
      if (same) same.words.push(...words);
      else cells.push({ column: start, columns: Math.max(1, end - start + 1), words });
    }
  }
  return cells;
}

/** Splits the words of a piece where a gap between two words is also a gap between two columns. */
function splitAt(piece: Piece, columns: readonly Interval[]): Word[][] {
  const columnAt = ({ box }: Word) => columns.findIndex(({ from, to }) => box[0] < to && box[2] > from);
  const groups: Word[][] = [];
  for (const word of piece.words) {
    const before = groups.at(-1)?.at(-1);
    const gap = before ? gapOf(before, word) : 0;
    if (before && (gap < 0.8 * narrowGap * piece.size || columnAt(before) === columnAt(word)))
      groups.at(-1)?.push(word);
    else groups.push([word]);
  }
  return groups;
}

type Line = { row: Row; cells: LineCell[] };

interface Setting {
  lines: readonly Line[];
  separators: Separators;
  /** Distance between two lines of a cell, or undefined if no cell seems to have several lines. */
  wrapped: number | undefined;
  width: number;
}

/** Returns whether `line` continues the cells of the lines before it. */
function continues(
  group: readonly Line[],
  line: Line,
  { lines, separators, wrapped, width }: Setting,
): boolean {
  const before = group.at(-1);
  if (!before) return false;
  const { level, fills } = separators;
  if (isBetween(level, fills, before, line)) return false;
  const gap = line.row.y - before.row.y;
  if (gap < 0.85 * line.row.size) return true;
  const separated = lines.filter(
    (one, n) => n > 0 && isBetween(level, fills, lines[n - 1] as Line, one),
  ).length;
  const grouped = separated >= 2 && separated >= 0.25 * lines.length && gap < 1.7 * line.row.size;
  if (grouped) return !isRowOfNumbers(line, width);
  if (wrapped !== undefined) {
    const above = group.filter(({ cells }) =>
      cells.some(({ column }) => line.cells.some((cell) => cell.column === column)),
    );
    const last = above.at(-1);
    return last !== undefined && line.cells.length < width && line.row.y - last.row.y < 1.12 * wrapped;
  }
  const startsFirst = line.cells.some(({ column }) => column === 0);
  return !startsFirst && gap < 1.65 * line.row.size && line.cells.length < before.cells.length + 1;
}

/**
 * Returns whether a line has numbers in most columns, so that it is a new row, not the continuation of the previous
 * row.
 */
function isRowOfNumbers({ cells }: Line, width: number): boolean {
  const texts = cells.map(({ words }) => words.map(wordText).join(' '));
  const numbers = texts.filter((text) => isNumber.test(text)).length;
  return cells.length >= 3 && cells.length >= 0.7 * width && numbers >= 0.5 * cells.length;
}

/**
 * Returns the distance between two lines of one cell, or undefined if no cell seems to have several lines. The lines of
 * a cell are closer to each other than the rows of the table.
 */
function wrappedStep(lines: readonly Line[], width: number): number | undefined {
  const steps: { step: number; whole: boolean }[] = [];
  for (let column = 0; column < width; column += 1) {
    const here = lines.filter(({ cells }) => cells.some((cell) => cell.column === column));
    for (const [n, line] of here.entries()) {
      const before = here[n - 1];
      if (before) steps.push({ step: line.row.y - before.row.y, whole: line.cells.length >= width });
    }
  }
  const size = lines[0]?.row.size ?? 10;
  const least = Math.min(...steps.filter(({ whole }) => !whole).map(({ step }) => step));
  const wide = steps.filter(({ step }) => step > 1.2 * least).length;
  const full = steps.filter(({ step, whole }) => whole && step < 1.12 * least).length;
  return least < 1.65 * size && wide >= 2 && full === 0 ? least : undefined;
}

function isBetween(level: readonly Ruling[], fills: readonly Box[], one: Line, two: Line): boolean {
  const [from, , to] = around([one.row.box, two.row.box]);
  const [top, bottom] = [one.row.y - 0.1 * one.row.size, two.row.y - 0.55 * two.row.size];
  const at = (y: number) => y > top && y < bottom;
  return (
    level.some((ruling) => at(ruling.at) && isRuled([ruling], ruling.at, from, to)) ||
    fills.some(
      ([x0, y0, x1, y1]) => (at(y0) || at(y1)) && Math.min(x1, to) - Math.max(x0, from) > 0.8 * (to - from),
    )
  );
}

function mergeLines(lines: readonly LineCell[][], width: number, rtl: boolean): Cell[] {
  const cells: Cell[] = [];
  for (let column = 0; column < width;) {
    const here = lines.flatMap((line) => line.filter((cell) => cell.column === column));
    const columns = Math.min(Math.max(1, ...here.map((cell) => cell.columns)), width - column);
    const inside = lines.map((line) =>
      line
        .filter((cell) => cell.column >= column && cell.column < column + columns)
        .flatMap(({ words }) => words),
    );
    const spans = inside.map((words) => lineSpans(words)).reduce<Span[]>(joinLine, []);
    cells.push({ spans, columns, rows: 1 });
    column += columns;
  }
  return rtl ? cells.reverse() : cells;
}
