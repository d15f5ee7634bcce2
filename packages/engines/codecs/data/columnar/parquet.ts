/**
 * Parquet, read and written with DuckDB. 64-bit integers, decimals, dates, timestamps, lists and records keep their
 * types. Values that would be rounded become text.
 */
import { typed } from '../values/kinds.ts';
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
import type { FileCodec } from '../codec.ts';
import { note } from '../values/noted.ts';
import { checkParquet, explained } from './parquet-check.ts';
import { valueOfCell } from './parquet-read.ts';
import { readBySecondReader } from './parquet-second-reader.ts';
import { columnText, daysOf, microsOf, shapeOf, unscaled, type Shape } from '../values/shape.ts';
import { quotedName } from '../text/sql.ts';
import { tableOf, tableValue } from '../values/table.ts';
import { freeNames } from '../values/tables.ts';
import { geometryIn } from './wkb.ts';
import type { Numeral } from '../values/value.ts';
import { RefusedError, unsupported } from '../../../contract/reasons.ts';
import { InvalidData, isList, isMap, type Value } from '../values/value.ts';

export const fileCodec: FileCodec = { readFrom, writeTo };

/**
 * Settings of DuckDB that prevent the download of extensions and the use of temporary files. If data exceeds the memory
 * limit, DuckDB fails.
 */
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

/**
 * Maximum number of values in a table, computed from the size of its file. Values are counted before runs are expanded,
 * because a run of equal values takes hardly any space in the file: 20 KB can contain 10 million rows.
 */
const mostValues = (bytes: number) => 2_000_000 + 8 * bytes;

/** @throws {@link InvalidData} if the table is far larger than its file. */
async function checkValues(connection: DuckDBConnection, file: string): Promise<void> {
  const name = quotedText(file);
  const found = await connection.runAndReadAll(
    `SELECT (SELECT sum(num_rows) FROM parquet_file_metadata(${name})) * (SELECT count(*) FROM (DESCRIBE SELECT * FROM read_parquet(${name})))`,
  );
  const [values] = found.getRows()[0] ?? [];
  const { size } = await stat(file);
  if (Number(values) > mostValues(size))
    throw new InvalidData(`a table of ${String(values)} values is too large for a file of ${size} bytes`);
}

export interface ParquetColumns {
  /** Column names. A number is appended to a repeated column name. */
  names: readonly string[];
  types: readonly DuckDBType[];
}

/** Checks the file and returns its columns, or undefined if the file needs a feature that DuckDB lacks. */
export async function columnsOf(
  { connection }: OpenDuckDb,
  file: string,
): Promise<ParquetColumns | undefined> {
  const { int96, needsSecondReader } = checkParquet(file);
  if (needsSecondReader) return undefined;
  return orRefused(async () => {
    await checkValues(connection, file);
    await checkInt96(connection, file, int96);
    const empty = await connection.run(`SELECT * FROM read_parquet(${quotedText(file)}) LIMIT 0`);
    return { names: empty.deduplicatedColumnNames(), types: empty.columnTypes() };
  });
}

/**
 * Returns all rows of the file. `replacing` is an SQL clause `REPLACE (…)` that computes the values of some columns.
 */
export function selectRows({ connection }: OpenDuckDb, file: string, replacing = ''): Promise<DuckDBResult> {
  return orRefused(() => connection.stream(`SELECT * ${replacing} FROM read_parquet(${quotedText(file)})`));
}

async function orRefused<Found>(query: () => Promise<Found>): Promise<Found> {
  try {
    return await query();
  } catch (error) {
    throw explained(error);
  }
}

/**
 * Rejects INT96 timestamps outside DuckDB's range. DuckDB reads a timestamp outside its range as another timestamp,
 * with a year before 1 or after 9999.
 */
async function checkInt96(
  connection: DuckDBConnection,
  file: string,
  columns: readonly string[],
): Promise<void> {
  if (columns.length === 0) return;
  const outside = columns
    .map(quotedName)
    .map((name) => `${name} < TIMESTAMP '0001-01-01' OR ${name} > TIMESTAMP '9999-12-31 23:59:59.999999'`);
  const found = await connection.runAndReadAll(
    `SELECT count(*) FROM read_parquet(${quotedText(file)}) WHERE ${outside.join(' OR ')}`,
  );
  if (Number(found.getRows()[0]?.[0]) > 0)
    throw unsupported('parquet INT96 timestamp outside of the years 1 to 9999');
}

/**
 * Target formats into which a geometry is written as GeoJSON. In all other formats, a geometry is written as text
 * (WKT).
 */
const nested = new Set([...typed, 'xml']);

async function readFrom(file: string, to = 'json'): Promise<Value> {
  using duckdb = await openDuckDb();
  const columns = await columnsOf(duckdb, file);
  if (!columns) return await readBySecondReader(file, mostValues((await stat(file)).size));
  const { names, types } = columns;
  const geometries = names.filter((_, n) => isGeometry(types[n]));
  const read = nested.has(to) ? 'ST_AsWKB' : 'ST_AsText';
  const replaced = geometries.map(quotedName).map((name) => `${read}(${name}) AS ${name}`);
  const result = await selectRows(
    duckdb,
    file,
    replaced.length > 0 ? `REPLACE (${replaced.join(', ')})` : '',
  );
  const cellTypes = result.columnTypes();
  const records: Value[] = [];
  const cellOf = (cell: DuckDBValue, n: number): Value =>
    cell instanceof DuckDBBlobValue && isGeometry(types[n])
      ? (geometryIn(cell.bytes) ?? measured(cell))
      : valueOfCell(cell, cellTypes[n] ?? VARCHAR);
  await orRefused(async () => {
    for await (const rows of result.yieldRows())
      for (const row of rows)
        records.push(new Map(names.map((name, n) => [name, cellOf(row[n] ?? null, n)] as const)));
  });
  return tableValue(names, records);
}

/** Returns a geometry with measures as bytes, because GeoJSON does not support measures. */
function measured({ bytes }: DuckDBBlobValue): Value {
  note('values_as_text', 'geometries with measures as WKB');
  return new Uint8Array(bytes);
}

export const isGeometry = (type: DuckDBType | undefined): boolean => /^GEOMETRY\b/.test(String(type));

/** The number of rows in a DuckDB chunk. */
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

/**
 * Writes rows to `file`. Each chunk has at most {@link rowsPerChunk} rows. A row lists its values in column order, and
 * trailing values may be missing.
 */
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
  // COPY keeps the order of the rows.
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
