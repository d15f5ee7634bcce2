/** Several tables in one value, like a database: a map in which each member is a table. */
import { EmptyTable } from './table.ts';
import { isList, isMap, isNested, type Value } from './value.ts';

export interface NamedTable {
  name: string;
  value: Value;
}

/**
 * Returns the tables in `value`. A table without a name gets the name `name`. Maps with a single member are unwrapped.
 */
export function tablesIn(value: Value, name = 'data'): NamedTable[] {
  const members = isMap(value) ? [...value] : [];
  if (members.length > 1 && members.every(([, member]) => isTable(member)))
    return members.map(([key, member]) => ({ name: key, value: member }));
  const [only] = members;
  if (only && members.length === 1 && (isMap(only[1]) || isTable(only[1]))) return tablesIn(only[1], only[0]);
  return [{ name, value }];
}

/** For a single table, returns its value. For several tables, returns a map of table names to values. */
export function valueOfTables(tables: readonly NamedTable[]): Value {
  const [only] = tables;
  if (only && tables.length === 1) return only.value;
  return new Map(tables.map(({ name, value }) => [name, value]));
}

function isTable(value: Value): boolean {
  return value instanceof EmptyTable || (isList(value) && value.some(isNested));
}

/**
 * Returns the name `wanted`, or a name with a number if `taken` already contains `wanted` (ignoring case). Adds the
 * returned name to `taken`.
 */
export function freeName(wanted: string, taken: Set<string>): string {
  let name = wanted;
  for (let again = 2; taken.has(name.toLowerCase()); again += 1) name = `${wanted}_${again}`;
  taken.add(name.toLowerCase());
  return name;
}

/** Returns the column names. Repeated names get a number, as in {@link freeName}. */
export function freeNames(wanted: readonly string[]): string[] {
  const taken = new Set<string>();
  return wanted.map((name) => freeName(name, taken));
}
