/** The embedded database: one file in the data folder, which several processes may share. */
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
import { WriteAheadLog } from './write-ahead-log.ts';

/** How long a process waits for another's transaction, which takes a few milliseconds. */
const busyMs = 10_000;

/** Opens or creates `file`, for its owner only. What was committed survives a power cut. */
export async function openSqlite(
  file: string,
  openLog: typeof WriteAheadLog.of = WriteAheadLog.of,
): Promise<{ dialect: SqliteDialect; log: WriteAheadLog }> {
  closeSync(openSync(file, 'a', 0o600));
  const database = new Sqlite(file, { timeout: busyMs });
  await useWriteAheadLog(database);
  database.pragma('synchronous = NORMAL');
  database.pragma('foreign_keys = ON');
  // Of a new database there is a log only once it was read.
  database.pragma('schema_version');
  const log = await openLog(file);
  return { dialect: new SharedSqliteDialect({ database: preparingOnce(database, log) }, log), log };
}

/** More than there are in this program, but for those whose lists vary in length. */
const mostStatements = 500;

/** Preparing a statement costs as much as carrying it out, and the same ones come with every request. */
function preparingOnce(database: Sqlite.Database, log: WriteAheadLog): SqliteDatabase {
  const statements = new Map<string, Sqlite.Statement>();
  const prepared = (sql: string) => {
    const known = statements.get(sql);
    if (known) return known;
    const statement = database.prepare(sql);
    if (statements.size >= mostStatements) statements.clear();
    statements.set(sql, statement);
    return statement;
  };
  const prepare = (sql: string) => {
    const statement = prepared(sql);
    if (!statement.readonly) log.note();
    return statement as SqliteStatement;
  };
  return { prepare, close: () => void database.close() };
}

/** SQLite does not wait by itself for others who change the mode of the same new file at this moment. */
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
  readonly #log: WriteAheadLog;

  constructor(config: SqliteDialectConfig, log: WriteAheadLog) {
    super(config);
    this.#config = config;
    this.#log = log;
  }

  override createDriver(): SqliteDriver {
    return new SharedSqliteDriver(this.#config, this.#log);
  }

  override createAdapter(): SqliteAdapter {
    return new SharedSqliteAdapter();
  }
}

class SharedSqliteDriver extends SqliteDriver {
  readonly #log: WriteAheadLog;

  constructor(config: SqliteDialectConfig, log: WriteAheadLog) {
    super(config);
    this.#log = log;
  }

  /** A transaction that began with reading cannot wait for the write lock any more: it is taken at once. */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  /** Whoever had it, for a statement or a transaction, goes on when what he wrote is on the disk. */
  override async releaseConnection(): Promise<void> {
    await this.#log.settle();
  }

  override async destroy(): Promise<void> {
    await super.destroy();
    await this.#log.close();
  }
}

class SharedSqliteAdapter extends SqliteAdapter {
  /** So that migrations run in a transaction, whose lock keeps other processes out. */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}
