/**
 * Apache Arrow IPC, as a file or a stream. Feather version 2 is another name of the Arrow IPC file format. 64-bit
 * integers, decimals, dates and timestamps keep their types. Writes an uncompressed file, which every reader supports.
 */
import {
  binary,
  bool,
  CompressionType,
  dateDay,
  decimal,
  field,
  float64,
  int64,
  list,
  setCompressionCodec,
  struct,
  tableFromArrays,
  tableFromIPC,
  tableToIPC,
  timestamp,
  TimeUnit,
  utf8,
  type Column,
  type DataType,
} from '@uwdata/flechette';
import { zstdDecompressSync } from 'node:zlib';
import { columnOf } from './arrow-read.ts';
import { checkSchema } from './arrow-schema.ts';
import type { Codec } from '../codec.ts';
import { readLz4 } from './lz4.ts';
import { columnText, daysOf, microsOf, shapeOf, unscaled, type Shape } from '../values/shape.ts';
import { tableOf, tableValue, uniqueNames } from '../values/table.ts';
import type { Numeral } from '../values/value.ts';
import { RefusedError, unsupported } from '../../../contract/reasons.ts';
import { InvalidData, isList, isMap, type Value } from '../values/value.ts';

/** Maximum decompressed size of one column in a batch, in bytes. */
const maxUnpacked = 512 * 1024 * 1024;

setCompressionCodec(CompressionType.LZ4_FRAME, {
  encode: (bytes) => bytes,
  decode: (bytes) => readLz4(bytes, maxUnpacked),
});
setCompressionCodec(CompressionType.ZSTD, {
  encode: (bytes) => bytes,
  decode: (bytes) => zstdDecompressSync(bytes, { maxOutputLength: maxUnpacked }),
});

export const codec: Codec = {
  read: (bytes) => {
    refuseCut(bytes);
    checkSchema(bytes);
    const table = tableFromIPC(bytes, { useBigInt: true, useDecimalInt: true });
    const columns = table.children.map(readableColumn);
    const names = uniqueNames(table.schema.fields.map(({ name }) => name));
    const records = Array.from(
      { length: table.numRows },
      (_, n) => new Map(names.map((name, x) => [name, columns[x]?.[n] ?? null])),
    );
    return tableValue(names, records);
  },
  write: (value) => {
    const { columns, records } = tableOf(value);
    if (columns.length === 0) throw new RefusedError('no_tables');
    const types = new Types();
    const filled = columns.map((name) => {
      const shape = shapeOf(records.map((record) => record.get(name)));
      const cells = records.map((record) => plain(shape, record.get(name) ?? null));
      return { name, cells, type: types.of(shape) };
    });
    const table = tableFromArrays(
      filled.map(({ name, cells }): [string, unknown[]] => [name, cells]),
      { types: Object.fromEntries(filled.map(({ name, type }) => [name, type])) },
    );
    types.settle();
    const bytes = tableToIPC(table, { format: 'file' });
    if (!bytes) throw new Error('the table was not written');
    return bytes;
  },
};

function readableColumn(column: Column<unknown>): Value[] {
  try {
    return columnOf(column);
  } catch (error) {
    // The library converts the nanoseconds of an interval to a double, and throws if the double is not exact.
    if (/^BigInt exceeds/.test(String((error as Error).message)))
      throw unsupported('arrow interval of more than 104 days in nanoseconds');
    throw error;
  }
}

const magic = 'ARROW1';

/**
 * Throws if a file is truncated. An Arrow file ends with its magic number. An Arrow stream has no end mark, so the
 * function does not check streams.
 */
function refuseCut(bytes: Uint8Array): void {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (file.toString('latin1', 0, magic.length) !== magic) return;
  if (file.toString('latin1', file.length - magic.length) !== magic)
    throw new InvalidData('the file lacks its final magic number');
}

/** Derives the Arrow type of a shape. */
class Types {
  readonly #moments: { unit: number }[] = [];

  of(shape: Shape): DataType {
    switch (shape.kind) {
      case 'boolean':
        return bool();
      case 'int64':
        return int64();
      case 'double':
        return float64();
      case 'decimal':
        return decimal(shape.digits, shape.scale, 128);
      case 'bytes':
        return binary();
      case 'date':
        return dateDay();
      case 'local':
        return this.#moment(null);
      case 'instant':
        return this.#moment('UTC');
      case 'list':
        return list(field('item', this.of(shape.of)));
      case 'record':
        return struct([...shape.members].map(([name, member]) => field(name, this.of(member))));
      case 'text':
        return utf8();
    }
  }

  /** Returns a timestamp type in milliseconds, because the library accepts integers for no other unit. */
  #moment(zone: string | null): DataType {
    const type = timestamp(TimeUnit.MILLISECOND, zone);
    this.#moments.push(type);
    return type;
  }

  /** Sets the unit of all timestamp types to microseconds, the unit in which this writer stores timestamps. */
  settle(): void {
    for (const type of this.#moments) type.unit = TimeUnit.MICROSECOND;
  }
}

/** Returns the value in the form that the library expects for a column of this shape. */
function plain(shape: Shape, value: Value): unknown {
  if (value === null) return null;
  switch (shape.kind) {
    case 'int64':
      return BigInt((value as Numeral).text);
    case 'double':
      return (value as Numeral).double;
    case 'decimal':
      return unscaled(value as Numeral, shape.scale);
    case 'date':
      return daysOf(value) * 86_400_000;
    case 'local':
    case 'instant':
      return microsOf(value);
    case 'list':
      return isList(value) ? value.map((item) => plain(shape.of, item)) : null;
    case 'record':
      return Object.fromEntries(
        [...shape.members].map(([name, member]) => [
          name,
          plain(member, (isMap(value) ? value.get(name) : null) ?? null),
        ]),
      );
    case 'text':
      return columnText(value);
    default:
      return value;
  }
}
