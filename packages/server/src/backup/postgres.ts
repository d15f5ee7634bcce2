/**
 * Backs up a PostgreSQL database with pg_dump while servers write to the database. Restores a backup with pg_restore in
 * one transaction.
 */
import { createReadStream } from 'node:fs';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { knownTables } from '../db/known-tables.ts';
import { BackupError } from './backup-error.ts';
import { writeHashed } from './hashed-copy.ts';
import { findProgram, runProgram } from './postgres-programs.ts';
import {
  checkedSchema,
  countsQuery,
  namesQuery,
  schemaQuery,
  writeNames,
  type NameRow,
  type Snapshot,
  type SnapshotTarget,
} from './snapshot.ts';

const fileName = 'database.dump';
/** Maximum number of rows in memory. */
const rowsAtOnce = 1_000;
/** Omits privileges and owners, because they belong to the server, not to the database. */
const withoutRoles = ['--no-owner', '--no-privileges'];
/** Sessions and sign-in links are not dumped, so that even an interrupted restore does not bring them back. */
const withoutSessions = ['sessions', 'magic_links'].map((table) => `--exclude-table-data=${table}`);

/**
 * Takes a snapshot. pg_dump uses the snapshot of the open transaction, so that the dump and the object names are
 * consistent.
 */
export async function snapshotPostgres(url: string, { folder, names }: SnapshotTarget): Promise<Snapshot> {
  return connected(url, async (client) => {
    const server = await serverVersion(client);
    const program = await findProgram('pg_dump', server);
    await client.query('begin isolation level repeatable read read only');
    const tables = await tablesOf(client);
    const hasSchema = tables.includes('kysely_migration');
    const schema = checkedSchema(hasSchema ? (await rowOf<NameRow>(client, schemaQuery))?.name : undefined);
    const { id } = await one<{ id: string }>(client, 'select pg_export_snapshot() as id');
    const stored = { bytes: 0, sha256: '' };
    const output = async (stream: Readable) =>
      Object.assign(stored, await writeHashed(stream, path.join(folder, fileName)));
    const args = ['--format=custom', ...withoutRoles, ...withoutSessions, `--snapshot=${id}`];
    await runProgram(program, args, { client, url }, { output });
    await writeNames(rowsOf(client, namesQuery(tables)), names);
    const { accounts, jobs } = await one<{ accounts: string; jobs: string }>(client, countsQuery);
    await client.query('commit');
    const counts = { accounts: Number(accounts), jobs: Number(jobs) };
    return { schema, database: { kind: 'postgres', server, file: fileName, ...stored, ...counts } };
  });
}

/** Throws if {@link restorePostgres} cannot restore a dump from a server with the major version `from`. */
export async function checkPostgres(url: string, from: number): Promise<void> {
  await connected(url, async (client) => {
    await restoreProgram(client, from);
    const known = await knownTables();
    const foreign = (await tablesOf(client)).filter((name) => !known.includes(name));
    if (foreign.length > 0)
      throw new BackupError(
        `The database of DATABASE_URL has tables of other programs (${foreign.join(', ')}). Restore into a database that only Protean uses.`,
      );
  });
}

/** Drops all existing tables, then restores the dump in one transaction. If the restore fails, no table is restored. */
export async function restorePostgres(dump: string, url: string, from: number): Promise<void> {
  await connected(url, async (client) => {
    const program = await restoreProgram(client, from);
    const tables = (await tablesOf(client)).map((name) => client.escapeIdentifier(name));
    const functions = (await client.query<NameRow>(triggerFunctionsQuery)).rows.map(({ name }) => name);
    // PostgreSQL runs all statements of one query in one transaction.
    if (tables.length > 0)
      await client.query(
        [`drop table ${tables.join(', ')} cascade`, ...functions.map((name) => `drop function ${name}`)].join(
          '; ',
        ),
      );
    const args = ['--single-transaction', '--exit-on-error', ...withoutRoles];
    const database = `--dbname=${client.database ?? ''}`;
    const input = (stream: Writable) => pipeline(createReadStream(dump), stream);
    await runProgram(program, [...args, database], { client, url }, { input });
  });
}

async function restoreProgram(client: pg.Client, from: number): Promise<string> {
  const server = await serverVersion(client);
  if (server < from)
    throw new BackupError(
      `The backup is of PostgreSQL ${from}, and the server of DATABASE_URL is ${server}: restore into ${from} or a later one.`,
    );
  return findProgram('pg_restore', server);
}

/** Returns the major version of the server. */
async function serverVersion(client: pg.Client): Promise<number> {
  const { version } = await one<{ version: string }>(
    client,
    "select current_setting('server_version_num') as version",
  );
  return Math.floor(Number(version) / 10_000);
}

async function tablesOf(client: pg.Client): Promise<string[]> {
  const text = 'select tablename as name from pg_tables where schemaname = current_schema()';
  return (await client.query<NameRow>(text)).rows.map(({ name }) => name);
}

/**
 * Query for the trigger functions. Trigger functions are dropped separately, because they remain when their tables are
 * dropped.
 */
const triggerFunctionsQuery = `
  select distinct tgfoid::regprocedure::text as name
  from pg_trigger join pg_class on pg_class.oid = tgrelid
  where relnamespace = current_schema()::regnamespace and not tgisinternal`;

async function* rowsOf(client: pg.Client, text: string): AsyncIterable<NameRow> {
  await client.query(`declare referenced no scroll cursor for ${text}`);
  for (;;) {
    const { rows } = await client.query<NameRow>(`fetch ${rowsAtOnce} from referenced`);
    if (rows.length === 0) return;
    yield* rows;
  }
}

async function rowOf<Row extends pg.QueryResultRow>(
  client: pg.Client,
  text: string,
): Promise<Row | undefined> {
  return (await client.query<Row>(text)).rows[0];
}

async function one<Row extends pg.QueryResultRow>(client: pg.Client, text: string): Promise<Row> {
  const row = await rowOf<Row>(client, text);
  if (!row) throw new Error(`no row: ${text}`);
  return row;
}

async function connected<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url, application_name: 'protean' });
  // The error event is ignored, because a broken connection also fails the running query.
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
