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
import { freeName } from './tables.ts';
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

async function connected<Result>(use: (connection: DuckDBConnection) => Promise<Result>): Promise<Result> {
  const instance = await DuckDBInstance.create(':memory:', settings);
  const connection = await instance.connect();
  try {
    return await use(connection);
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

const quotedText = (text: string) => `'${text.replaceAll("'", "''")}'`;

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

function readFrom(file: string): Promise<Value> {
  return connected(async (connection) => {
    await checkValues(connection, file);
    const result = await connection.stream(`SELECT * FROM read_parquet(${quotedText(file)})`);
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
  });
}

const rowsPerChunk = 2048;

function writeTo(file: string, value: Value): Promise<void> {
  const { columns, records } = tableOf(value);
  if (columns.length === 0) throw new RefusedError('no_tables');
  const shapes = columns.map((column) => shapeOf(records.map((record) => record.get(column))));
  const types = shapes.map(typeOf);
  const taken = new Set<string>();
  const names = columns.map((column) => quotedName(freeName(column, taken)));
  const table = names.map((name, n) => `${name} ${String(types[n])}`).join(', ');
  return connected(async (connection) => {
    await connection.run(`CREATE TABLE rows (${table})`);
    const appender = await connection.createAppender('rows');
    for (let from = 0; from < records.length; from += rowsPerChunk) {
      const some = records.slice(from, from + rowsPerChunk);
      const chunk = DuckDBDataChunk.create(types, some.length);
      for (const [n, column] of columns.entries()) {
        const shape = shapes[n] ?? { kind: 'text' };
        chunk.setColumnValues(
          n,
          some.map((record) => cellOf(shape, record.get(column) ?? null)),
        );
      }
      appender.appendDataChunk(chunk);
    }
    appender.closeSync();
    // The rows keep their order.
    await connection.run(
      `COPY rows TO ${quotedText(path.resolve(file))} (FORMAT parquet, COMPRESSION snappy)`,
    );
  });
}

function typeOf(shape: Shape): DuckDBType {
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
