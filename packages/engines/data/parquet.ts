/**
 * Parquet, by DuckDB: 64-bit integers, decimals, dates, timestamps, lists and records keep their types. Values that its
 * types cannot hold without rounding are text.
 */
import {
  BIGINT,
  BLOB,
  BOOLEAN,
  DATE,
  DECIMAL,
  DOUBLE,
  DuckDBBlobValue,
  DuckDBDataChunk,
  DuckDBDateValue,
  DuckDBDecimalValue,
  DuckDBInstance,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  LIST,
  listValue,
  STRUCT,
  structValue,
  TIMESTAMP,
  TIMESTAMPTZ,
  VARCHAR,
  type DuckDBConnection,
  type DuckDBResult,
  type DuckDBType,
  type DuckDBValue,
} from '@duckdb/node-api';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { FileCodec } from './codec.ts';
import { valueOfCell } from './parquet-read.ts';
import { columnText, daysOf, microsOf, shapeOf, unscaled, type Shape } from './shape.ts';
import { quotedName } from './sql.ts';
import { tableOf, tableValue } from './table.ts';
import { freeNames } from './tables.ts';
import type { Numeral } from './value.ts';
import { RefusedError } from '../runtime/reasons.ts';
import { InvalidData, isList, isMap, type Value } from './value.ts';

export const fileCodec: FileCodec = { readFrom, writeTo };

/** DuckDB fetches no extensions, and data that exceeds the memory limit is an error instead of a temporary file. */
const settings = {
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
  allow_community_extensions: 'false',
  memory_limit: '512MB',
  temp_directory: '',
  threads: '2',
};

interface OpenDuckDb extends Disposable {
  connection: DuckDBConnection;
}

export async function openDuckDb(): Promise<OpenDuckDb> {
  const instance = await DuckDBInstance.create(':memory:', settings);
  const connection = await instance.connect();
  return {
    connection,
    [Symbol.dispose]() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

export const quotedText = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** A run of equal values takes no room: a file of 20 KB can have ten million rows, which are not made up before they are counted. */
const mostValues = (bytes: number) => 2_000_000 + 8 * bytes;

/** Throws {@link InvalidData} where the table is far larger than its file. */
async function checkValues(connection: DuckDBConnection, file: string): Promise<void> {
  const name = quotedText(file);
  const found = await connection.runAndReadAll(
    `SELECT (SELECT sum(num_rows) FROM parquet_file_metadata(${name})) * (SELECT count(*) FROM (DESCRIBE SELECT * FROM read_parquet(${name})))`,
  );
  const [values] = found.getRows()[0] ?? [];
  const { size } = await stat(file);
  if (Number(values) > mostValues(size))
    throw new InvalidData(`a table of ${String(values)} values in a file of ${size} bytes`);
}

/** All rows of the file, once it was checked. */
export async function selectRows({ connection }: OpenDuckDb, file: string): Promise<DuckDBResult> {
  await checkValues(connection, file);
  return connection.stream(`SELECT * FROM read_parquet(${quotedText(file)})`);
}

async function readFrom(file: string): Promise<Value> {
  using duckdb = await openDuckDb();
  const result = await selectRows(duckdb, file);
  const names = result.deduplicatedColumnNames();
  const types = result.columnTypes();
  const records: Value[] = [];
  for await (const rows of result.yieldRows()) {
    for (const row of rows) {
      records.push(
        new Map(names.map((name, n) => [name, valueOfCell(row[n] ?? null, types[n] ?? VARCHAR)] as const)),
      );
    }
  }
  return tableValue(names, records);
}

/** As many as DuckDB takes at a time. */
export const rowsPerChunk = 2048;

function writeTo(file: string, value: Value): Promise<void> {
  const { columns, records } = tableOf(value);
  const shapes = columns.map((column) => shapeOf(records.map((record) => record.get(column))));
  const chunks = function* () {
    for (let from = 0; from < records.length; from += rowsPerChunk)
      yield records
        .slice(from, from + rowsPerChunk)
        .map((record) => columns.map((column) => record.get(column)));
  };
  return writeRows(file, { columns, shapes }, chunks());
}

/** Rows of which each has a value for each column, or none behind its last one; no more than {@link rowsPerChunk} in a chunk. */
export async function writeRows(
  file: string,
  { columns, shapes }: { columns: readonly string[]; shapes: readonly Shape[] },
  chunks: Iterable<(Value | undefined)[][]> | AsyncIterable<Value[][]>,
): Promise<void> {
  if (columns.length === 0) throw new RefusedError('no_tables');
  const types = shapes.map(typeOf);
  const names = freeNames(columns).map(quotedName);
  const table = names.map((name, n) => `${name} ${String(types[n])}`).join(', ');
  using duckdb = await openDuckDb();
  const { connection } = duckdb;
  await connection.run(`CREATE TABLE rows (${table})`);
  const appender = await connection.createAppender('rows');
  for await (const rows of chunks) {
    const chunk = DuckDBDataChunk.create(types, rows.length);
    for (const [n, shape] of shapes.entries())
      chunk.setColumnValues(
        n,
        rows.map((row) => cellOf(shape, row[n] ?? null)),
      );
    appender.appendDataChunk(chunk);
  }
  appender.closeSync();
  // The rows keep their order.
  await connection.run(`COPY rows TO ${quotedText(path.resolve(file))} (FORMAT parquet, COMPRESSION snappy)`);
}

export function typeOf(shape: Shape): DuckDBType {
  switch (shape.kind) {
    case 'boolean':
      return BOOLEAN;
    case 'int64':
      return BIGINT;
    case 'double':
      return DOUBLE;
    case 'decimal':
      return DECIMAL(shape.digits, shape.scale);
    case 'bytes':
      return BLOB;
    case 'date':
      return DATE;
    case 'local':
      return TIMESTAMP;
    case 'instant':
      return TIMESTAMPTZ;
    case 'list':
      return LIST(typeOf(shape.of));
    case 'record':
      return STRUCT(Object.fromEntries([...shape.members].map(([name, member]) => [name, typeOf(member)])));
    case 'text':
      return VARCHAR;
  }
}

function cellOf(shape: Shape, value: Value): DuckDBValue {
  if (value === null) return null;
  switch (shape.kind) {
    case 'boolean':
      return value === true;
    case 'int64':
      return BigInt((value as Numeral).text);
    case 'double':
      return (value as Numeral).double ?? null;
    case 'decimal':
      return new DuckDBDecimalValue(unscaled(value as Numeral, shape.scale), shape.digits, shape.scale);
    case 'bytes':
      return new DuckDBBlobValue(value as Uint8Array);
    case 'date':
      return new DuckDBDateValue(daysOf(value));
    case 'local':
      return new DuckDBTimestampValue(microsOf(value));
    case 'instant':
      return new DuckDBTimestampTZValue(microsOf(value));
    case 'list':
      return isList(value) ? listValue(value.map((item) => cellOf(shape.of, item))) : null;
    case 'record':
      return structValue(
        Object.fromEntries(
          [...shape.members].map(([name, member]) => [
            name,
            cellOf(member, (isMap(value) ? value.get(name) : null) ?? null),
          ]),
        ),
      );
    case 'text':
      return columnText(value);
  }
}
