/** Refuses tables that are far larger than their file: a row of many cells among many rows of few. */
import { InvalidData } from '../values/value.ts';

/** More than this is refused where most of it is empty. */
const maxCells = 50_000_000;
/** A table may have so many times the cells of its file. */
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
