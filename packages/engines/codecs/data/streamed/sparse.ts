/** Refuses sparse tables. If a few rows are much longer than most, a table can be far larger than its file. */
import { InvalidData } from '../values/value.ts';

/** Tables with at most this number of cells are always accepted. */
const maxCells = 50_000_000;
/** For larger tables: maximum ratio of rows × columns to the number of cells that the file contains. */
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
    throw new InvalidData(`a table of ${rows} records with ${columns} different keys is too large`);
}
