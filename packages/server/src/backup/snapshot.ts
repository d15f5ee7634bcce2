/** The result of a database snapshot, and the queries that SQLite and PostgreSQL share. */
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BackupError } from './backup-error.ts';
import { requireKnownSchema, type Manifest } from './manifest.ts';

/** Target of a snapshot: the folder for the backup, and a file that lists the names of objects, one per line. */
export interface SnapshotTarget {
  folder: string;
  names: string;
}

/** Facts about a snapshot, as listed in the manifest. */
export interface Snapshot {
  schema: string;
  database: Manifest['database'];
}

/** Query for the name of the last migration. */
export const schemaQuery = 'select name from kysely_migration order by name desc limit 1';

export const countsQuery =
  'select (select count(*) from accounts) as accounts, (select count(*) from jobs) as jobs';

/** Columns with object names. Files of jobs come first, because they are removed soonest. */
const references = [
  { table: 'jobs', column: 'upload' },
  { table: 'uploads', column: 'object' },
  { table: 'jobs', column: 'result_object' },
  { table: 'result_objects', column: 'name' },
] as const;

/**
 * Returns a query for the distinct names of all referenced objects. Uses only columns of the given tables, because a
 * database with an older schema may lack some tables.
 */
export function namesQuery(tables: readonly string[]): string {
  const selects = references
    .filter(({ table }) => tables.includes(table))
    .map(
      ({ table, column }, n) =>
        `select ${column} as name, ${n} as place from ${table} where ${column} is not null`,
    );
  return `select name from (${selects.join(' union all ')}) as referenced group by name order by min(place), name`;
}

/** Throws if the database is empty or its schema is unknown to this version. */
export function checkedSchema(schema: string | undefined): string {
  if (schema === undefined)
    throw new BackupError('The database has no tables yet: there is nothing to back up.');
  requireKnownSchema(schema, 'The database');
  return schema;
}

export async function writeNames(
  rows: Iterable<NameRow> | AsyncIterable<NameRow>,
  file: string,
): Promise<void> {
  const lines = async function* () {
    for await (const { name } of rows) yield `${name}\n`;
  };
  await pipeline(Readable.from(lines()), createWriteStream(file, { flags: 'wx', mode: 0o600 }));
}

export interface NameRow {
  name: string;
}
