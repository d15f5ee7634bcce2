/** Replaces the maps in a table by one column per member: `{"a": {"b": 1}}` gets a column `a.b`. */
import type { Table } from './table.ts';
import { isMap, type Value, type ValueMap } from './value.ts';

/**
 * Maximum number of columns. If a table would have more columns, it stays unchanged, because its maps are considered
 * dictionaries, not records.
 */
const maxColumns = 300;

/**
 * Returns the table with a column for each member of its maps. Returns the table unchanged if 2 values of a record
 * would be in the same column.
 */
export function flattened(table: Table): Table {
  if (!table.records.some((record) => [...record.values()].some(isSpread))) return table;
  const columns = new Set<string>();
  const most = Math.max(maxColumns, table.columns.length);
  const records: ValueMap[] = [];
  for (const record of table.records) {
    const members = [...record].flatMap(([name, value]) => leaves(name, value));
    const flat: ValueMap = new Map(members);
    for (const name of flat.keys()) columns.add(name);
    if (flat.size < members.length || columns.size > most) return table;
    records.push(flat);
  }
  return { columns: inOrder(table.columns, columns), records };
}

/**
 * Returns whether the members of the value become columns. The members of an empty map cannot become columns, so an
 * empty map remains the value of its column.
 */
function isSpread(value: Value): value is ValueMap {
  return isMap(value) && value.size > 0;
}

function leaves(name: string, value: Value): [string, Value][] {
  if (!isSpread(value)) return [[name, value]];
  return [...value].flatMap(([member, held]) => leaves(`${name}.${member}`, held));
}

/** Returns the columns in order. The columns for the members of a map are at the position of the map. */
function inOrder(before: readonly string[], flat: ReadonlySet<string>): string[] {
  const ordered = before.flatMap((name) =>
    [...flat].filter((column) => column === name || column.startsWith(`${name}.`)),
  );
  return [...new Set(ordered)];
}
