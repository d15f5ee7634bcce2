/** Determines whether a value is a table, and the columns and records of the table. */
import { InvalidData, isList, isMap, type Value, type ValueMap } from './value.ts';

export interface Table {
  columns: string[];
  records: ValueMap[];
}

/** An empty list of records that still has its column names. */
export class EmptyTable extends Array<Value> {
  readonly columns: readonly string[];

  constructor(columns: readonly string[]) {
    super();
    this.columns = columns;
  }

  static override get [Symbol.species](): ArrayConstructor {
    return Array;
  }
}

/** Returns the records, or an {@link EmptyTable} if there are no records. */
export function tableValue(columns: readonly string[], records: Value[]): Value {
  return records.length > 0 ? records : new EmptyTable(columns);
}

const maxCells = 50_000_000;

/**
 * Returns the value as a table. A list has one record per member, and any other value is one record. Maps with a single
 * member are unwrapped first. Members that are not maps go into a column called `value`. @throws {@link InvalidData}
 * for tables of more than 50 million cells.
 */
export function tableOf(value: Value): Table {
  const inner = unwrap(value);
  if (inner instanceof EmptyTable) return { columns: [...inner.columns], records: [] };
  const records = (isList(inner) ? inner : [inner]).map((member) =>
    isMap(member) ? member : new Map([['value', member]]),
  );
  const columns = [...new Set(records.flatMap((record) => [...record.keys()]))];
  if (records.length * columns.length > maxCells) {
    throw new InvalidData(
      `a table of ${records.length} records with ${columns.length} different keys is too large`,
    );
  }
  return { columns, records };
}

/**
 * Unwraps maps that have a single member, such as `{"records": […]}` or an XML root. Returns the value inside the
 * innermost of these maps.
 */
export function unwrap(value: Value): Value {
  if (!isMap(value) || value.size !== 1) return value;
  const [only] = value.values();
  return isMap(only) || only instanceof EmptyTable || (isList(only) && only.some(isMap))
    ? unwrap(only)
    : value;
}

/**
 * Returns a unique name for each column. Empty names become `column1`, `column2` and so on, and repeated names get a
 * number.
 */
export function nameColumns(header: readonly string[], width: number): string[] {
  return uniqueNames(
    Array.from({ length: Math.max(header.length, width) }, (_, n) => header[n] || `column${n + 1}`),
  );
}

/** Makes `names` unique: a repeated name gets a number, such as `a_2` for the second `a`. */
export function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  const again = new Map<string, number>();
  return names.map((wanted) => {
    let name = wanted;
    while (taken.has(name)) {
      const count = (again.get(wanted) ?? 1) + 1;
      again.set(wanted, count);
      name = `${wanted}_${count}`;
    }
    taken.add(name);
    return name;
  });
}
