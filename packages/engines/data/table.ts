/** Tables and values: which value is a table, and what the cells of its rows are. */
import { InvalidData, isList, isMap, type Value, type ValueMap } from './value.ts';

export interface Table {
  columns: string[];
  records: ValueMap[];
}

/** A list of no records that knows its columns all the same. */
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

/** The records, or where there are none a table that has nothing but its columns. */
export function tableValue(columns: readonly string[], records: Value[]): Value {
  return records.length > 0 ? records : new EmptyTable(columns);
}

const maxCells = 50_000_000;

/**
 * A list is a record for each of its members; any other value is one record, looked for inside maps of a single member.
 * Members that are no maps go into a column called `value`. Throws {@link InvalidData} for a table mostly of gaps.
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
      `${records.length} records with ${columns.length} different keys do not make a table`,
    );
  }
  return { columns, records };
}

/** What is inside maps of a single member, as `{"records": […]}` and an XML root are, as far as there are maps in it. */
export function unwrap(value: Value): Value {
  if (!isMap(value) || value.size !== 1) return value;
  const [only] = value.values();
  return isMap(only) || only instanceof EmptyTable || (isList(only) && only.some(isMap))
    ? unwrap(only)
    : value;
}

/** A name for each column: empty ones are numbered from 1, repeated ones get a number behind. */
export function nameColumns(header: readonly string[], width: number): string[] {
  const taken = new Set<string>();
  const again = new Map<string, number>();
  return Array.from({ length: Math.max(header.length, width) }, (_, n) => {
    const wanted = header[n] || `column${n + 1}`;
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
