/** Reads and writes Parquet row by row, with the same results as `parquet.ts`. */
import { DuckDBTypeId, type DuckDBType } from '@duckdb/node-api';
import { valueOfCell } from '../columnar/parquet-read.ts';
import {
  columnsOf,
  isGeometry,
  openDuckDb,
  rowsPerChunk,
  selectRows,
  writeRows,
} from '../columnar/parquet.ts';
import { ScalarShape } from '../values/shape.ts';
import { writeParquetFromCsv } from './plain/parquet.ts';
import type { Row, StreamedTable, TableReader, TableWriter } from './table.ts';

const withMembers: readonly DuckDBTypeId[] = [
  DuckDBTypeId.LIST,
  DuckDBTypeId.ARRAY,
  DuckDBTypeId.STRUCT,
  DuckDBTypeId.MAP,
  DuckDBTypeId.UNION,
];

export const readParquet: TableReader = async (file) => {
  using duckdb = await openDuckDb();
  const found = await columnsOf(duckdb, file);
  if (!found) return undefined;
  const { names, types } = found;
  const isWhole = types.some((type) => withMembers.includes(type.typeId) || isGeometry(type));
  return isWhole ? undefined : { columns: names, batches: () => batchesOf(file) };
};

async function* batchesOf(file: string): AsyncGenerator<Row[]> {
  using duckdb = await openDuckDb();
  const result = await selectRows(duckdb, file);
  const types: readonly DuckDBType[] = result.columnTypes();
  for await (const rows of result.yieldRows())
    yield rows.map((row) => row.map((cell, n) => valueOfCell(cell, types[n])));
}

export const writeParquet: TableWriter = async (file, { columns, batches, plain }) => {
  const { shapes, isAsWritten } = plain?.shapes
    ? { shapes: plain.shapes, isAsWritten: true }
    : await shapesOf(columns, batches);
  const table = { columns, shapes };
  if (plain && isAsWritten && (await writeParquetFromCsv(file, plain, table))) return;
  const chunks = async function* (): AsyncGenerator<Row[]> {
    for await (const rows of batches())
      for (let from = 0; from < rows.length; from += rowsPerChunk)
        yield rows.slice(from, from + rowsPerChunk);
  };
  await writeRows(file, table, chunks());
};

async function shapesOf(columns: readonly string[], batches: StreamedTable['batches']) {
  const shapes = columns.map(() => new ScalarShape());
  for await (const rows of batches())
    for (const row of rows) row.forEach((value, n) => shapes[n]?.add(value));
  return {
    shapes: shapes.map(({ found }) => found),
    // A text column with booleans is not as written, because Protean writes booleans in lower case, but DuckDB keeps
    // the case of the file.
    isAsWritten: shapes.every(({ found, hasBooleans }) => found.kind !== 'text' || !hasBooleans),
  };
}
