/** The connection pool of PostgreSQL, which several machines may share. */
import { PostgresDialect } from 'kysely';
import pg from 'pg';
import type { DatabaseBackend } from './database.ts';

/** Maximum number of connections per process. */
const maxConnections = 10;
/** Maximum time for which a query waits for a connection, in milliseconds. */
const connectMs = 5_000;
const queryMs = 30_000;

/**
 * Opens the pool. `onLost` is called when an idle connection breaks. If a connection breaks while it is used, its query
 * fails.
 */
export function openPostgres(url: string, onLost: (error: Error) => void): DatabaseBackend {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'protean',
    max: maxConnections,
    connectionTimeoutMillis: connectMs,
    query_timeout: queryMs,
    types: { getTypeParser },
  });
  pool.on('error', (error) => {
    // Does not report connections that break while the pool closes them.
    if (!pool.ending) onLost(error);
  });
  // Without a listener, the error of a connection in use would end the process. A query on the lost connection fails in
  // any case.
  pool.on('connect', (client) => client.on('error', () => {}));
  return { dialect: new PostgresDialect({ pool }) };
}

/**
 * Parses counts and times as numbers, because SQLite also returns numbers. All counts and times are integers far below
 * 2^53.
 */
const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  oid === Number(pg.types.builtins.INT8) ? Number : (pg.types.getTypeParser(oid, format) as unknown);
