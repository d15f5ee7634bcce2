/** Lets DuckDB convert plain delimited text to a Parquet file. */
import path from 'node:path';
import { openDuckDb, quotedText, typeOf } from '../../columnar/parquet.ts';
import type { Shape } from '../../values/shape.ts';
import { quotedName } from '../../text/sql.ts';
import { freeNames } from '../../values/tables.ts';
import type { PlainCsv } from './survey.ts';

/** Column types whose cells DuckDB parses in the same way as Protean. */
const castable: readonly Shape['kind'][] = ['text', 'int64', 'double', 'decimal', 'boolean', 'date'];

/**
 * Returns whether the file was written. Returns false if the writer does not support a column type, if DuckDB fails, or
 * if DuckDB finds another number of rows. If this function returns false, the caller must write the output again.
 */
export async function writeParquetFromCsv(
  output: string,
  { file, delimiter, header, rows }: Pick<PlainCsv, 'file' | 'delimiter' | 'header' | 'rows'>,
  { columns, shapes }: { columns: readonly string[]; shapes: readonly Shape[] },
): Promise<boolean> {
  if (!shapes.every(({ kind }) => castable.includes(kind))) return false;
  const cells = shapes.map((shape, n) => `'c${n}': ${quotedText(String(typeOf(shape)))}`).join(', ');
  const selected = freeNames(columns).map((name, n) => `c${n} AS ${quotedName(name)}`);
  const read = `read_csv(${quotedText(path.resolve(file))}, auto_detect = false, header = ${header},
    delim = ${quotedText(delimiter)}, quote = '"', escape = '"', columns = {${cells}}, nullstr = '',
    allow_quoted_nulls = false, strict_mode = true)`;
  using duckdb = await openDuckDb();
  try {
    const result = await duckdb.connection.run(
      `COPY (SELECT ${selected.join(', ')} FROM ${read}) TO ${quotedText(path.resolve(output))} (FORMAT parquet, COMPRESSION snappy)`,
    );
    const [[count] = []] = await result.getRows();
    return Number(count) === rows;
  } catch {
    // DuckDB is stricter than Protean's reader, for example about text after a quoted cell.
    return false;
  }
}
