/**
 * SQLite databases. Each table is a list of records. Views, virtual tables and their shadow tables are ignored.
 * Columns declared as booleans or dates are read with these types. Nested values are written as JSON, and numbers
 * that SQLite would round are written as text.
 */
import { statSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type SQLOutputValue } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import type { FileCodec } from '../codec.ts';
import { columnText, shapeOf, type Shape } from '../values/shape.ts';
import { quotedName } from '../text/sql.ts';
import { tableOf, tableValue } from '../values/table.ts';
import { freeName, tablesIn, valueOfTables } from '../values/tables.ts';
import { InvalidData, Moment, Numeral, type Value } from '../values/value.ts';

export const fileCodec: FileCodec = { readFrom, writeTo };

function readFrom(path: string): Value {
  // Without `immutable` a database in write-ahead mode cannot be opened in a read-only folder.
  const database = new DatabaseSync(new URL('?immutable=1', pathToFileURL(path)), {
    readOnly: true,
    allowExtension: false,
  });
  try {
    // The schema of the file may call only harmless functions.
    database.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON');
    checkWhole(database);
    const names = database
      .prepare(
        `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`,
      )
      .all()
      .map((row) => String(row['name']));
    const created = database
      .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY rowid`)
      .all()
      .map((row) => String(row['name']));
    const tables = created.filter((name) => names.includes(name));
    return valueOfTables(tables.map((name) => ({ name, value: readTable(database, name) })));
  } finally {
    database.close();
  }
}

/**
 * Throws if a page is missing or damaged. Without the check, damage could stay unnoticed, because reading the rows
 * might not touch the damaged page.
 */
function checkWhole(database: DatabaseSync): void {
  const [first] = database.prepare('PRAGMA quick_check(1)').all();
  const report = String(Object.values(first ?? {})[0]);
  if (report !== 'ok') throw new InvalidData(report);
}

function readTable(database: DatabaseSync, table: string): Value {
  const statement = database.prepare(`SELECT * FROM ${quotedName(table)}`);
  statement.setReadBigInts(true);
  statement.setReturnArrays(true);
  const columns = statement.columns().map(({ name, type }) => ({ name, type: (type ?? '').toUpperCase() }));
  const records: Value[] = [];
  for (const row of statement.iterate() as Iterable<unknown> as Iterable<SQLOutputValue[]>) {
    records.push(new Map(columns.map(({ name, type }, n) => [name, valueOf(row[n] ?? null, type)])));
  }
  return tableValue(
    columns.map(({ name }) => name),
    records,
  );
}

function valueOf(held: SQLOutputValue, type: string): Value {
  if (typeof held === 'bigint')
    return /^BOOL/.test(type) && (held === 0n || held === 1n) ? held === 1n : Numeral.of(held);
  if (typeof held === 'number') return Numeral.float(held);
  if (typeof held === 'string' && /^(?:DATE|TIMESTAMP)/.test(type))
    return Moment.parse(held.replace(/^(\d{4}-\d\d-\d\d) (?=\d)/, '$1T')) ?? held;
  return held;
}

/**
 * Declared column types, from which SQLite derives the affinity of a column. Decimals become TEXT, which keeps every
 * digit.
 */
const columnTypes: Readonly<Record<Shape['kind'], string>> = {
  boolean: 'BOOLEAN',
  int64: 'INTEGER',
  double: 'REAL',
  decimal: 'TEXT',
  text: 'TEXT',
  bytes: 'BLOB',
  date: 'DATE',
  local: 'TIMESTAMP',
  instant: 'TIMESTAMP',
  list: 'TEXT',
  record: 'TEXT',
};

const maxColumns = 2000;

function writeTo(path: string, value: Value): void {
  const database = new DatabaseSync(path);
  try {
    database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN');
    const taken = new Set<string>();
    for (const { name, value: table } of tablesIn(value)) writeTable(database, freeName(name, taken), table);
    database.exec('COMMIT');
    // If no table was created, the database file is still empty. VACUUM writes the first page, which every valid
    // database has.
    if (statSync(path).size === 0) database.exec('VACUUM');
  } finally {
    database.close();
  }
}

function writeTable(database: DatabaseSync, name: string, value: Value): void {
  const { columns, records } = tableOf(value);
  if (columns.length === 0) return;
  if (columns.length > maxColumns)
    throw new InvalidData(`a table in SQLite cannot have ${columns.length} columns`);
  const taken = new Set<string>();
  const kinds = columns.map((column) => shapeOf(records.map((record) => record.get(column))).kind);
  const declared = columns.map(
    (column, n) => `${quotedName(freeName(column, taken))} ${columnTypes[kinds[n] ?? 'text']}`,
  );
  database.exec(`CREATE TABLE ${quotedName(name)} (${declared.join(', ')})`);
  const insert = database.prepare(
    `INSERT INTO ${quotedName(name)} VALUES (${columns.map(() => '?').join(', ')})`,
  );
  for (const record of records)
    insert.run(...columns.map((column, n) => cellOf(record.get(column) ?? null, kinds[n] ?? 'text')));
}

function cellOf(value: Value, kind: Shape['kind']): SQLInputValue {
  if (value === null) return null;
  if (typeof value === 'boolean' && kind === 'boolean') return value ? 1 : 0;
  if (value instanceof Uint8Array && kind === 'bytes') return value;
  if (value instanceof Numeral && kind === 'int64') return BigInt(value.text);
  if (value instanceof Numeral && kind === 'double') return value.double ?? null;
  return columnText(value);
}
