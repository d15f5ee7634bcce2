/** Refuses tables that are far larger than their file, with a few long rows among many short ones. */
import { InvalidData } from '../values/value.ts';

/** Maximum number of mostly empty cells. */
const maxCells = 50_000_000;
/** Maximum ratio of cells in the table to cells in the file. */
const maxSpread = 10;

export function refuseSparse({
  rows,
  columns,
  cells,
}: {
  rows: number;
  columns: number;
  cells: number;
}): void {
  if (rows * columns > Math.max(maxCells, maxSpread * cells))
    throw new InvalidData(`${rows} records with ${columns} different keys do not make a table`);
}
