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
  type SqliteDialectConfig,
} from 'kysely';

/** How long a process waits for another's transaction, which takes a few milliseconds. */
const busyMs = 10_000;

/** Opens or creates `file`, for its owner only. What was committed survives a power cut. */
export async function openSqlite(file: string): Promise<SqliteDialect> {
  closeSync(openSync(file, 'a', 0o600));
  const database = new Sqlite(file, { timeout: busyMs });
  await useWriteAheadLog(database);
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  return new SharedSqliteDialect({ database });
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
  /** A transaction that began with reading cannot wait for the write lock any more: it is taken at once. */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }
}

class SharedSqliteAdapter extends SqliteAdapter {
  /** So that migrations run in a transaction, whose lock keeps other processes out. */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}
