/** Converts grids and the words in their cells to tables. */
import { joinLine, type Cell, type Table } from '../blocks.ts';
import { holds } from '../boxes.ts';
import type { Piece, Span } from '../pieces.ts';
import { bandRows, type CellLine } from './bands.ts';
import { lineSpans } from './line-spans.ts';
import { cellsOf, type Grid, type GridCell } from './rulings.ts';

interface Filled extends GridCell {
  lines: CellLine[];
}

/** Returns the table of a grid and the pieces outside the grid, or undefined for a frame around running text. */
export function ruledTable(
  grid: Grid,
  pieces: readonly Piece[],
  turned: readonly Piece[] = [],
): { table: Table; left: Piece[]; rtl: boolean } | undefined {
  const cells: Filled[] = cellsOf(grid).map((cell) => ({ ...cell, lines: [] }));
  if (cells.length < 2) return undefined;
  const left: Piece[] = [];
  let rtl = 0;
  for (const piece of pieces) {
    const outside: Piece['words'] = [];
    for (const word of piece.words) {
      const [x0, , x1] = word.box;
      const middle = piece.y - 0.3 * piece.size;
      const cell = holds(grid.box, (x0 + x1) / 2, middle)
        ? cells.find(({ box }) => holds(box, (x0 + x1) / 2, middle))
        : undefined;
      if (!cell) {
        outside.push(word);
        continue;
      }
      rtl += piece.rtl ? 1 : -1;
      const line = cell.lines.find(({ y }) => Math.abs(y - piece.y) < 0.4 * piece.size);
      if (line) line.words.push(word);
      else cell.lines.push({ y: piece.y, words: [word] });
    }
    if (outside.length > 0)
      left.push(outside.length === piece.words.length ? piece : { ...piece, words: outside });
  }
  for (const { box, y, size, words } of turned) {
    const cell = cells.find((one) => holds(one.box, (box[0] + box[2]) / 2, y - 0.3 * size));
    cell?.lines.push({ y, words: [...words] });
  }
  const filled = cells.filter(({ lines }) => lines.length > 0);
  if (filled.length < 2 || isFrame(filled, grid)) return undefined;
  return { table: tableOf(cells, grid.xs, rtl > 0), left, rtl: rtl > 0 };
}

/** A cell with at least this number of lines is more likely a column of text than a cell of a table. */
const linesOfText = 12;
/** Maximum number of filled cells in a frame around columns of text. */
const mostColumns = 6;

/** Returns whether the lines are a frame of the page, or frames around paragraphs, not the borders of a table. */
function isFrame(filled: readonly Filled[], { xs }: Grid): boolean {
  const most = Math.max(...filled.map(({ lines }) => lines.length));
  return xs.length === 2 ? most > 2 : filled.length <= mostColumns && most >= linesOfText;
}

function tableOf(cells: readonly Filled[], xs: readonly number[], rtl: boolean): Table {
  const height = Math.max(...cells.map(({ row }) => row)) + 1;
  const rows: Cell[][] = [];
  for (let row = 0; row < height; row += 1) {
    const here = cells.filter((cell) => cell.row === row).sort((one, two) => one.column - two.column);
    const isWhole = here.reduce((sum, { columns }) => sum + columns, 0) === xs.length - 1;
    const band =
      isWhole && !rtl && here.every((cell) => cell.rows === 1)
        ? bandRows(
            here.map(({ lines }) => lines),
            xs,
          )
        : undefined;
    rows.push(...(band ?? [(rtl ? here.reverse() : here).map(toCell)]));
  }
  return simplified(rows);
}

function toCell({ lines, columns, rows }: Filled): Cell {
  const sorted = lines.toSorted((one, two) => one.y - two.y).map(({ words }) => lineSpans(words));
  return { spans: sorted.reduce<Span[]>(joinLine, []), columns, rows };
}

/** Returns the table without empty rows, and without columns in which no cell begins. */
function simplified(rows: readonly Cell[][]): Table {
  const kept = rows.filter((row) => row.some(({ spans }) => spans.length > 0));
  const width = Math.max(0, ...rows.map((row) => row.reduce((sum, { columns }) => sum + columns, 0)));
  return {
    rows: kept.length === rows.length ? [...rows] : kept.map(cutSpans),
    width,
    headers: headersOf(kept),
  };
}

const cutSpans = (row: readonly Cell[]): Cell[] => row.map((cell) => ({ ...cell, rows: 1 }));

/**
 * Returns the number of header rows. The first row is a header if it is bold and at least one other row is not bold. In
 * a table with more than 2 rows, the first row is also a header if each of its cells contains text that is not a
 * number. The rows below the first row are also headers if a cell of the first row extends into these rows. The second
 * row is also a header if it divides each wide cell of the first row and has no other text. If a header row below the
 * first row contains a number, only the first row is a header.
 */
export function headersOf(rows: readonly (readonly Cell[])[]): number {
  const [first, ...rest] = rows;
  if (!first || rest.length === 0) return 0;
  const isBold = (row: readonly Cell[]) =>
    row.some(({ spans }) => spans.length > 0) && row.every(({ spans }) => spans.every(({ bold }) => bold));
  const isHeader =
    (isBold(first) && !rest.every(isBold)) ||
    (rest.length > 1 && !first.some(isNumber) && first.every(({ spans }) => spans.length > 0));
  if (!isHeader) return 0;
  const tall = Math.max(...first.map((cell) => cell.rows));
  const covered =
    first.some(({ columns }) => columns > 1) && isDivided(first, rest[0]) ? Math.max(2, tall) : tall;
  const count = Math.min(covered, rows.length - 1);
  return rest.slice(0, count - 1).some((row) => row.some(isNumber)) ? 1 : count;
}

const isNumber = ({ spans }: Cell) =>
  /^[\s\d.,%€$£-]+$/.test(spans.map(({ text }) => text).join('')) && spans.length > 0;

/** Returns whether the second row divides each wide cell of the first row, and has no other text. */
function isDivided(first: readonly Cell[], second: readonly Cell[] | undefined): boolean {
  if (!second || second.some(({ columns }) => columns > 1)) return false;
  const wide = first.filter(({ columns }) => columns > 1).reduce((sum, { columns }) => sum + columns, 0);
  const filled = second.filter(({ spans }) => spans.length > 0).length;
  return filled === wide && second.length <= first.reduce((sum, { columns }) => sum + columns, 0);
}
