/** What a snapshot of either kind of database has to tell, and the queries by which it does. */
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BackupError } from './backup-error.ts';
import { requireKnownSchema, type Manifest } from './manifest.ts';

/** Where a snapshot is written: the folder of the backup, and in it a file for the names of objects, one a line. */
export interface SnapshotTarget {
  folder: string;
  names: string;
}

/** A snapshot as the manifest describes it. */
export interface Snapshot {
  schema: string;
  database: Manifest['database'];
}

/** Of the last migration. */
export const schemaQuery = 'select name from kysely_migration order by name desc limit 1';

export const countsQuery =
  'select (select count(*) from accounts) as accounts, (select count(*) from jobs) as jobs';

/** The columns that hold names of objects; first the files of jobs, which are removed soonest. */
const references = [
  { table: 'jobs', column: 'upload' },
  { table: 'uploads', column: 'object' },
  { table: 'jobs', column: 'result_object' },
  { table: 'result_objects', column: 'name' },
] as const;

/** Selects the names of all objects that rows refer to, each once; earlier schemas have fewer tables. */
export function namesQuery(tables: readonly string[]): string {
  const selects = references
    .filter(({ table }) => tables.includes(table))
    .map(
      ({ table, column }, n) =>
        `select ${column} as name, ${n} as place from ${table} where ${column} is not null`,
    );
  return `select name from (${selects.join(' union all ')}) as referenced group by name order by min(place), name`;
}

/** Throws where there is nothing to back up, or this version does not know the schema. */
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
