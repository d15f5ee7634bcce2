/** The embedded database: one file, which several processes may share. */
import { closeSync, openSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import {
  CompiledQuery,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  type DatabaseConnection,
  type SqliteDatabase,
  type SqliteDialectConfig,
  type SqliteStatement,
} from 'kysely';
import type { DatabaseBackend } from './database.ts';
import { WalSync } from './wal-sync.ts';

/** How long a process waits for the write lock; a transaction takes a few milliseconds. */
const busyMs = 10_000;

/** Opens or creates `file`, readable by its owner only. Commits survive a power cut; those of no transaction are synced one by one. */
export async function openSqlite(file: string): Promise<DatabaseBackend> {
  closeSync(openSync(file, 'a', 0o600));
  const database = new Sqlite(file, { timeout: busyMs });
  await useWriteAheadLog(database);
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  // What is deleted is overwritten with zeros.
  database.pragma('secure_delete = ON');
  const dialect = new SharedSqliteDialect({ database: cachingStatements(database) });
  return { dialect, commitLog: new WalSync(file) };
}

/** More than this program has, not counting those whose lists vary in length. */
const maxStatements = 500;

/** Preparing a statement costs as much as running it, and every request runs the same ones. */
function cachingStatements(database: Sqlite.Database): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>();
  const prepare = (sql: string) => {
    const known = statements.get(sql);
    if (known) return known;
    if (sql.startsWith('pragma')) return pragmaStatement(database, sql);
    const statement = database.prepare(sql) as SqliteStatement;
    if (statements.size >= maxStatements) statements.clear();
    statements.set(sql, statement);
    return statement;
  };
  return { prepare, close: () => void database.close() };
}

/** SQLite runs pragmas when they are prepared, and only then, so they cannot be cached. */
function pragmaStatement(database: Sqlite.Database, pragma: string): SqliteStatement {
  const all = () => database.pragma(pragma.slice('pragma '.length)) as unknown[];
  const run = () => {
    all();
    return { changes: 0, lastInsertRowid: 0 };
  };
  return { run, reader: pragma.includes('wal_checkpoint'), all, iterate: () => all().values() };
}

/** SQLite's own time-out does not cover processes that change the mode of the same new file at this moment. */
async function useWriteAheadLog(database: Sqlite.Database): Promise<void> {
  const deadline = performance.now() + busyMs;
  for (;;) {
    try {
      database.pragma('journal_mode = WAL');
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
      await wait(10);
    }
  }
}

const isBusy = (error: unknown) =>
  error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY');

class SharedSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;

  constructor(config: SqliteDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): SqliteDriver {
    return new SharedSqliteDriver(this.#config);
  }

  override createAdapter(): SqliteAdapter {
    return new SharedSqliteAdapter();
  }
}

class SharedSqliteDriver extends SqliteDriver {
  /** A transaction that has begun with a read cannot wait for the write lock any more, so it is taken first. */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }
}

class SharedSqliteAdapter extends SqliteAdapter {
  /** So that migrations run in a transaction, whose lock excludes other processes. */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}
