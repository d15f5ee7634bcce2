/** Reads tables with typed columns (Parquet and Arrow) with independent libraries. Tags values with their types. */
import { DataType, tableFromIPC } from 'apache-arrow';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { readFile } from 'node:fs/promises';
import type { Tagged } from './tagged.ts';

type ColumnarReader = (file: string) => Promise<Tagged>;

/**
 * Returns whether a column has a floating-point type. The values do not show the type of the column, because JavaScript
 * does not distinguish 2.0 from 2.
 */
type Fractions = (column: string) => boolean;

const parquet: ColumnarReader = async (file) => {
  const { buffer, byteOffset, length } = await readFile(file);
  const bytes = buffer.slice(byteOffset, byteOffset + length);
  const { schema } = parquetMetadata(bytes);
  const doubles = new Set(schema.filter(({ type }) => type === 'DOUBLE').map(({ name }) => name));
  return taggedRows(await parquetReadObjects({ file: bytes }), (name) => doubles.has(name));
};

const arrow: ColumnarReader = async (file) => {
  const table = tableFromIPC(await readFile(file));
  const { fields } = table.schema;
  const doubles = new Set(fields.filter(({ type }) => DataType.isFloat(type)).map(({ name }) => name));
  const days = fields.filter(({ type }) => DataType.isDate(type)).map(({ name }) => name);
  const rows = Array.from(table, (row) => {
    const cells = (row as { toJSON(): Record<string, unknown> }).toJSON();
    for (const name of days) if (cells[name] !== null) cells[name] = new Date(Number(cells[name]));
    return cells;
  });
  return taggedRows(rows, (name) => doubles.has(name));
};

function taggedRows(rows: readonly Record<string, unknown>[], isFraction: Fractions): Tagged {
  return rows.map((row) => ({
    map: Object.entries(row).map(([name, cell]): [string, Tagged] => [name, tagged(cell, isFraction(name))]),
  }));
}

function tagged(cell: unknown, isFraction: boolean): Tagged {
  if (typeof cell === 'bigint') return { int: String(cell) };
  if (typeof cell === 'number' && isFraction)
    return { float: Number.isInteger(cell) ? `${cell}.0` : String(cell) };
  if (typeof cell === 'number') return { int: String(cell) };
  if (cell instanceof Date) return { moment: cell.toISOString().replace('T00:00:00.000Z', '') };
  const inner: unknown = isNested(cell) ? cell.toJSON() : cell;
  if (Array.isArray(inner)) return inner.map((item) => tagged(item, isFraction));
  if (typeof inner === 'object' && inner !== null)
    return { map: Object.entries(inner).map(([name, held]) => [name, tagged(held, isFraction)]) };
  return (cell ?? null) as Tagged;
}

/** Returns whether the cell is an object of Arrow's list or record classes, which must be converted to plain values. */
function isNested(cell: unknown): cell is { toJSON(): unknown } {
  return typeof cell === 'object' && cell !== null && 'toJSON' in cell;
}

export const columnarReaders: Readonly<Record<string, ColumnarReader>> = { parquet, arrow };
