/** Converts the cells that DuckDB reads to the common value model, by their types. */
import {
  DuckDBArrayValue,
  DuckDBBlobValue,
  DuckDBDateValue,
  DuckDBDecimalValue,
  DuckDBListValue,
  DuckDBMapValue,
  DuckDBStructValue,
  DuckDBTimestampMillisecondsValue,
  DuckDBTimestampNanosecondsValue,
  DuckDBTimestampSecondsValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  DuckDBTimeValue,
  DuckDBTypeId,
  type DuckDBType,
  type DuckDBValue,
} from '@duckdb/node-api';
import { shortest, timeOf } from './avro-read.ts';
import { dayAfter1970, momentAfter1970, scaled } from '../values/shape.ts';
import { textOf } from '../values/untyped.ts';
import { Numeral, type Value } from '../values/value.ts';

export function valueOfCell(cell: DuckDBValue, type?: DuckDBType): Value {
  if (cell === null || typeof cell === 'string' || typeof cell === 'boolean') return cell;
  if (typeof cell === 'number') return numeral(cell, type);
  if (typeof cell === 'bigint') return Numeral.of(cell);
  return nested(cell, type) ?? scalar(cell);
}

function numeral(cell: number, type: DuckDBType | undefined): Numeral {
  if (type?.typeId === DuckDBTypeId.FLOAT) return Numeral.float(shortest(cell));
  return type?.typeId === DuckDBTypeId.DOUBLE ? Numeral.float(cell) : Numeral.of(cell);
}

function nested(cell: DuckDBValue, type: DuckDBType | undefined): Value | undefined {
  if (cell instanceof DuckDBListValue || cell instanceof DuckDBArrayValue) {
    const item = type && 'valueType' in type ? type.valueType : undefined;
    return cell.items.map((one) => valueOfCell(one, item));
  }
  if (cell instanceof DuckDBStructValue) {
    const types = type && 'entryTypes' in type ? type.entryTypes : [];
    const names = type && 'entryNames' in type ? type.entryNames : Object.keys(cell.entries);
    return new Map(names.map((name, n) => [name, valueOfCell(cell.entries[name] ?? null, types[n])]));
  }
  if (cell instanceof DuckDBMapValue) return mapOf(cell, type);
  return undefined;
}

function mapOf({ entries }: DuckDBMapValue, type: DuckDBType | undefined): Value {
  const [keyType, valueType] = type && 'keyType' in type ? [type.keyType, type.valueType] : [];
  return new Map(
    entries.map(({ key, value }) => [textOf(valueOfCell(key, keyType)), valueOfCell(value, valueType)]),
  );
}

function scalar(cell: DuckDBValue): Value {
  if (cell instanceof DuckDBDecimalValue) return scaled(cell.value, cell.scale);
  if (cell instanceof DuckDBBlobValue) return new Uint8Array(cell.bytes);
  if (cell instanceof DuckDBDateValue) return dayAfter1970(cell.days);
  if (cell instanceof DuckDBTimeValue) return timeOf(cell.micros);
  if (cell instanceof DuckDBTimestampTZValue) return momentAfter1970(cell.micros, 'instant');
  if (cell instanceof DuckDBTimestampValue) return momentAfter1970(cell.micros, 'local');
  if (cell instanceof DuckDBTimestampSecondsValue) return momentAfter1970(cell.seconds, 'local', 0);
  if (cell instanceof DuckDBTimestampMillisecondsValue) return momentAfter1970(cell.millis, 'local', 3);
  if (cell instanceof DuckDBTimestampNanosecondsValue) return momentAfter1970(cell.nanos, 'local', 9);
  return String(cell);
}
