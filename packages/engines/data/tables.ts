/** Several tables in one value: a map of nothing but tables is one table a member, as workbooks and databases hold them. */
import { EmptyTable } from './table.ts';
import { isList, isMap, isNested, type Value } from './value.ts';

export interface NamedTable {
  name: string;
  value: Value;
}

/** The tables in `value`; one that has no name of its own is called `name`. Maps of one member are looked through. */
export function tablesIn(value: Value, name = 'data'): NamedTable[] {
  const members = isMap(value) ? [...value] : [];
  if (members.length > 1 && members.every(([, member]) => isTable(member)))
    return members.map(([key, member]) => ({ name: key, value: member }));
  const [only] = members;
  if (only && members.length === 1 && (isMap(only[1]) || isTable(only[1]))) return tablesIn(only[1], only[0]);
  return [{ name, value }];
}

/** One table stands alone, several are members by their names. */
export function valueOfTables(tables: readonly NamedTable[]): Value {
  const [only] = tables;
  if (only && tables.length === 1) return only.value;
  return new Map(tables.map(({ name, value }) => [name, value]));
}

function isTable(value: Value): boolean {
  return value instanceof EmptyTable || (isList(value) && value.some(isNested));
}

/** `wanted`, or it with a number behind where `taken` has it already; case does not tell names apart. */
export function freeName(wanted: string, taken: Set<string>): string {
  let name = wanted;
  for (let again = 2; taken.has(name.toLowerCase()); again += 1) name = `${wanted}_${again}`;
  taken.add(name.toLowerCase());
  return name;
}
