/**
 * Splits lines of text at the columns of an adjacent row. In a small table, some cells are so close to the next cell
 * that they look like words of one line.
 */
import { around } from '../boxes.ts';
import type { Piece, Word } from '../pieces.ts';
import { toRow, type Row } from '../rows.ts';

/** Minimum gap between two cells, in units of the font size. */
const cellGap = 0.45;
/** Maximum distance between the edges of two cells in one column, in points. */
const aligned = 1;
/** Maximum number of words of a row. A line with more words is running text. */
const mostWords = 12;
/** Maximum distance between two rows of a table, in units of the font size. */
const widestStep = 2.5;

/**
 * Returns the rows, with the words of some rows divided into cells. A row that is a single piece is split if its words
 * are aligned with the pieces of the row above or below.
 */
export function withAlignedRows(rows: readonly Row[]): Row[] {
  const result = [...rows];
  for (let n = 1; n < result.length; n += 1) result[n] = splitBy(result[n] as Row, result[n - 1] as Row);
  for (let n = result.length - 2; n >= 0; n -= 1) result[n] = splitBy(result[n] as Row, result[n + 1] as Row);
  return result;
}

function splitBy(row: Row, other: Row): Row {
  const [piece] = row.pieces;
  const words = row.pieces.reduce((sum, one) => sum + one.words.length, 0);
  const isNear = Math.abs(row.y - other.y) < widestStep * Math.max(row.size, other.size);
  if (!piece || piece.rtl || row.pieces.length >= other.pieces.length || words > mostWords || !isNear)
    return row;
  if (other.pieces.length < 2 || Math.abs(row.size - other.size) > 0.09 * row.size) return row;
  const [first] = other.pieces;
  // Splits the row only if the row begins in the first column. The first column of the table extends to the right edge
  // of the first cell in the row `other`.
  if (!first || !(isClose(first.box[0], piece.box[0]) || first.box[2] > piece.box[0])) return row;
  const pieces = row.pieces.flatMap((one) => splitPiece(one, other.pieces.slice(1)));
  return pieces.length > row.pieces.length ? toRow(pieces) : row;
}

function splitPiece(piece: Piece, cells: readonly Piece[]): Piece[] {
  const parts: Word[][] = [];
  for (const word of piece.words) {
    const before = parts.at(-1)?.at(-1);
    const gap = before ? word.box[0] - before.box[2] : 0;
    const isCell = gap > cellGap * piece.size && cells.some(({ box }) => isClose(box[0], word.box[0]));
    if (before && !isCell) parts.at(-1)?.push(word);
    else parts.push([word]);
  }
  return parts.map((words) => ({ ...piece, words, box: around(words.map(({ box }) => box)) }));
}

const isClose = (one: number, other: number) => Math.abs(one - other) < aligned;
