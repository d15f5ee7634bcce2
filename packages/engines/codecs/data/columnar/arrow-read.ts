/** Converts the values of an Arrow column to the common value model, by the column's type. */
import { DateUnit, TimeUnit, Type, type Column, type DataType } from '@uwdata/flechette';
import { shortest, timeOf } from './avro-read.ts';
import { dayAfter1970, momentAfter1970, scaled } from '../values/shape.ts';
import { uniqueNames } from '../values/table.ts';
import { textOf } from '../values/untyped.ts';
import { Numeral, type Value } from '../values/value.ts';

export function columnOf(column: Column<unknown>): Value[] {
  if (column.type.typeId === Type.Struct) return column.data.flatMap(structsIn);
  if (column.type.typeId !== Type.Timestamp) return Array.from(column, (raw) => valueOf(raw, column.type));
  // The library rounds timestamps to milliseconds in doubles. The batches of the column contain the exact integers.
  return column.data.flatMap((batch) => {
    const counts = batch.values as BigInt64Array;
    return Array.from({ length: batch.length }, (_, n) =>
      batch.at(n) === null ? null : momentOfCount(counts[n] ?? 0n, column.type),
    );
  });
}

/** Reads members by index, because the library's objects keep only one of several members with the same name. */
function structsIn(batch: Column<unknown>['data'][number]): Value[] {
  const { children } = batch.type as ArrowParts;
  const names = uniqueNames(children.map(({ name }) => name));
  const members = batch.children as Column<unknown>['data'];
  return Array.from({ length: batch.length }, (_, n) =>
    batch.at(n) === null
      ? null
      : new Map(names.map((name, x) => [name, valueOf(members[x]?.at(n), children[x]?.type ?? batch.type)])),
  );
}

type ArrowParts = DataType & {
  unit: number;
  timezone: string | null;
  precision: number;
  scale: number;
  children: { name: string; type: DataType }[];
  dictionary: DataType;
};

/** For each time unit: the number of digits after the decimal point of a second. */
const fractionDigits: Readonly<Record<number, number>> = {
  [TimeUnit.SECOND]: 0,
  [TimeUnit.MILLISECOND]: 3,
  [TimeUnit.MICROSECOND]: 6,
  [TimeUnit.NANOSECOND]: 9,
};

function momentOfCount(count: bigint, type: DataType): Value {
  const { unit, timezone } = type as ArrowParts;
  return momentAfter1970(count, timezone ? 'instant' : 'local', fractionDigits[unit] ?? 0);
}

function valueOf(raw: unknown, type: DataType): Value {
  if (raw === null || raw === undefined) return null;
  const { unit, timezone, precision, scale, children, dictionary } = type as ArrowParts;
  switch (type.typeId) {
    case Type.Float:
      return Numeral.float(precision === 1 ? shortest(raw as number) : (raw as number));
    case Type.Decimal:
      return scaled(BigInt(raw as bigint | number), scale);
    case Type.Date:
      return unit === DateUnit.DAY
        ? dayAfter1970((raw as number) / 86_400_000)
        : momentAfter1970(BigInt(raw as number), 'local', 3);
    case Type.Time:
      return timeOf((BigInt(raw as bigint | number) * 1_000_000n) / 10n ** BigInt(fractionDigits[unit] ?? 0));
    case Type.Timestamp:
      return momentAfter1970(BigInt(Math.round((raw as number) * 1000)), timezone ? 'instant' : 'local');
    case Type.Struct: {
      const members = raw as Record<string, unknown>;
      return new Map(children.map((child) => [child.name, valueOf(members[child.name], child.type)]));
    }
    case Type.Map: {
      const [entry] = children;
      const [key, held] = (entry?.type as ArrowParts).children;
      return new Map(
        (raw as [unknown, unknown][]).map(([name, member]) => [
          key ? textOf(valueOf(name, key.type)) : '',
          held ? valueOf(member, held.type) : null,
        ]),
      );
    }
    case Type.Dictionary:
      return valueOf(raw, dictionary);
    case Type.RunEndEncoded:
      return valueOf(raw, children[1]?.type ?? type);
    default:
      return listOrScalar(raw, children?.[0]?.type ?? type);
  }
}

function listOrScalar(raw: unknown, itemType: DataType): Value {
  if (typeof raw === 'number' || typeof raw === 'bigint') return Numeral.of(raw);
  if (raw instanceof Uint8Array && itemType.typeId !== Type.Int) return new Uint8Array(raw);
  if (typeof raw === 'object' && raw !== null && Symbol.iterator in raw)
    return Array.from(raw as Iterable<unknown>, (item) => valueOf(item, itemType));
  return raw as string | boolean;
}
