/** Writes SQL statements that create and fill tables, in the syntax that SQLite, PostgreSQL and the standard share. */
import type { Writer } from '../codec.ts';
import { columnText, shapeOf, type Shape } from '../values/shape.ts';
import { tableOf } from '../values/table.ts';
import { freeName, freeNames, tablesIn } from '../values/tables.ts';
import { InvalidData, Moment, Numeral, type Value } from '../values/value.ts';

export const writer: Writer = {
  write: (value) => {
    const taken = new Set<string>();
    return tablesIn(value)
      .map(({ name, value: table }) => statements(freeName(name, taken), table))
      .join('\n');
  },
};

/** Returns the name as a quoted identifier. */
export function quotedName(name: string): string {
  if (name.includes('\0')) throw new InvalidData('a name in SQL cannot contain a zero character');
  return `"${name.replaceAll('"', '""')}"`;
}

const types: Readonly<Record<Exclude<Shape['kind'], 'decimal'>, string>> = {
  boolean: 'BOOLEAN',
  int64: 'BIGINT',
  double: 'DOUBLE PRECISION',
  text: 'TEXT',
  bytes: 'BLOB',
  date: 'DATE',
  local: 'TIMESTAMP',
  instant: 'TIMESTAMP WITH TIME ZONE',
  list: 'TEXT',
  record: 'TEXT',
};

function statements(name: string, value: Value): string {
  const { columns, records } = tableOf(value);
  if (columns.length === 0) return '';
  const shapes = columns.map((column) => shapeOf(records.map((record) => record.get(column))));
  const names = freeNames(columns).map(quotedName);
  const declared = names.map((column, n) => `  ${column} ${typeName(shapes[n])}`);
  const into = `INSERT INTO ${quotedName(name)} (${names.join(', ')}) VALUES`;
  const rows = records.map((record) => {
    const cells = columns.map((column, n) => literal(record.get(column) ?? null, shapes[n]?.kind ?? 'text'));
    return `${into} (${cells.join(', ')});\n`;
  });
  return `CREATE TABLE ${quotedName(name)} (\n${declared.join(',\n')}\n);\n${rows.join('')}`;
}

function typeName(shape: Shape | undefined): string {
  if (shape?.kind === 'decimal') return `DECIMAL(${shape.digits}, ${shape.scale})`;
  return types[shape?.kind ?? 'text'];
}

const numbers: readonly Shape['kind'][] = ['int64', 'double', 'decimal'];

function literal(value: Value, kind: Shape['kind']): string {
  if (value === null) return 'NULL';
  if (typeof value === 'boolean' && kind === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (value instanceof Numeral && value.isFinite && numbers.includes(kind)) return value.text;
  if (value instanceof Uint8Array && kind === 'bytes') return `X'${Buffer.from(value).toString('hex')}'`;
  const text = value instanceof Moment ? value.text : (columnText(value) ?? '');
  if (text.includes('\0')) throw new InvalidData('a text in SQL cannot contain a zero character');
  return `'${text.replaceAll("'", "''")}'`;
}
