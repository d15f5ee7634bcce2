/** PostgreSQL, for several machines. */
import { PostgresDialect } from 'kysely';
import pg from 'pg';

/** Connections a process opens at most. */
const connections = 10;
/** How long a query waits for a connection, in milliseconds, before the database counts as gone. */
const connectMs = 5_000;
/** How long a query may take. */
const queryMs = 30_000;

/** `onLost` hears of idle connections that broke; queries that fail say so themselves. */
export function openPostgres(url: string, onLost: (error: Error) => void): PostgresDialect {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'protean',
    max: connections,
    connectionTimeoutMillis: connectMs,
    query_timeout: queryMs,
    types: { getTypeParser },
  });
  pool.on('error', (error) => {
    // One that breaks while it is being closed is not missed.
    if (!pool.ending) onLost(error);
  });
  // One that breaks in use fails its query; without anybody who hears of it, it would end the process as well.
  pool.on('connect', (client) => client.on('error', () => {}));
  return new PostgresDialect({ pool });
}

/** Counts and times are whole numbers far below 2^53, so that they may come as numbers like SQLite's. */
const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  oid === Number(pg.types.builtins.INT8) ? Number : (pg.types.getTypeParser(oid, format) as unknown);
