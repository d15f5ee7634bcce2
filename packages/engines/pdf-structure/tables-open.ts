/** Finds tables without upright lines: rows whose pieces share columns. */
import { around } from './boxes.ts';
import { joinLine, type Cell, type Table } from './blocks.ts';
import type { Box } from './page-data.ts';
import type { Piece, Span, Word } from './pieces.ts';
import { pieceText } from './pieces.ts';
import { isRuled, type Ruling } from './rulings.ts';
import type { Row } from './rows.ts';
import { headersOf, lineSpans } from './tables-ruled.ts';

interface Interval {
  from: number;
  to: number;
}

/** What separates the rows of a table: level lines, and the boxes behind striped rows. */
export interface Separators {
  level: readonly Ruling[];
  fills: readonly Box[];
}

export interface OpenTable {
  table: Table;
  box: Box;
  rtl: boolean;
}

/** The gap that may be between two columns where most rows have it, in units of the font size. */
const narrowGap = 0.55;

/** How many rows from `at` on are a table, 0 where there is none. */
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
    if (/^[\u2022\u25cf]/.test(pieceText(row.pieces[0] as Piece))) break;
    const merged = mergeIntervals([...columns, ...intervalsOf(row.pieces)]);
    if (isTabular(row)) {
      if (merged.length < 2 || merged.length < Math.min(columns.length, row.pieces.length) - 1) break;
      if (!sharesColumns(row, columns)) break;
      columns = merged;
      tabular += 1;
      last = end + 1;
    } else {
      if (merged.length < columns.length || row.y - before.y > 1.8 * row.size) break;
      // A line under a cell goes on with it; under the first cell it is as likely the text after the table.
      const [piece] = row.pieces;
      const column = columns.findIndex(({ from, to }) => piece && piece.box[0] < to && piece.box[2] > from);
      if (column > 0) last = end + 1;
    }
    end += 1;
  }
  return tabular >= 2 && isFilled(rows.slice(at, last), columns) ? last - at : 0;
}

/** Running text in two columns is no table, nor are lines with leaders of dots. */
function isFilled(rows: readonly Row[], columns: readonly Interval[]): boolean {
  const pieces = rows.flatMap((row) => row.pieces);
  const long = pieces.filter(({ words }) => words.length > 14).length;
  return columns.length >= 2 && long < 0.3 * pieces.length;
}

function isTabular({ pieces }: Row): boolean {
  return pieces.length > 1 && !pieces.some((piece) => /^(?:[.\u2026_]\s?){4,}/.test(pieceText(piece)));
}

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

/** The table that the rows are. */
export function openTable(rows: readonly Row[], separators: Separators): OpenTable {
  const columns = columnsOf(rows);
  const rtl = rows.filter((row) => row.pieces.some((piece) => piece.rtl)).length * 2 > rows.length;
  const lines = rows.map((row) => ({ row, cells: cellsOf(row, columns) }));
  const groups: (typeof lines)[] = [];
  for (const [n, line] of lines.entries()) {
    const before = lines[n - 1];
    if (before && continues(before, line, lines, separators)) groups.at(-1)?.push(line);
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
    table: { rows: cells, width: columns.length, headers: headersOf(cells) },
    box: around(rows.map(({ box }) => box)),
    rtl,
  };
}

/** The columns: what is left between gaps that no word of a row crosses. */
function columnsOf(rows: readonly Row[]): Interval[] {
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

/** A piece over two columns that many other rows have apart says nothing of the columns. */
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

/** The words of a piece, parted where a gap between columns is a gap between its words too. */
function splitAt(piece: Piece, columns: readonly Interval[]): Word[][] {
  const columnAt = ({ box }: Word) => columns.findIndex(({ from, to }) => box[0] < to && box[2] > from);
  const groups: Word[][] = [];
  for (const word of piece.words) {
    const before = groups.at(-1)?.at(-1);
    const gap = before ? Math.max(word.box[0] - before.box[2], before.box[0] - word.box[2]) : 0;
    if (before && (gap < 0.8 * narrowGap * piece.size || columnAt(before) === columnAt(word)))
      groups.at(-1)?.push(word);
    else groups.push([word]);
  }
  return groups;
}

type Line = { row: Row; cells: LineCell[] };

/** Whether `line` goes on with the cells of the line before it. */
function continues(before: Line, line: Line, lines: readonly Line[], { level, fills }: Separators): boolean {
  if (isBetween(level, fills, before, line)) return false;
  const separated = lines.filter(
    (one, n) => n > 0 && isBetween(level, fills, lines[n - 1] as Line, one),
  ).length;
  const gap = line.row.y - before.row.y;
  if (separated >= 2 && separated >= 0.25 * lines.length && gap < 1.7 * line.row.size) return true;
  const startsFirst = line.cells.some(({ column }) => column === 0);
  return !startsFirst && gap < 1.65 * line.row.size && line.cells.length < before.cells.length + 1;
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
