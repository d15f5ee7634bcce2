/** The embedded database: one file, which several processes may share. */
import { closeSync, openSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import {
  CompiledQuery,
  SqliteDialect,
  SqliteDriver,
  type DatabaseConnection,
  type SqliteAdapter,
  type SqliteDatabase,
  type SqliteStatement,
} from 'kysely';
import type { DatabaseBackend } from './database.ts';
import { EmbeddedAdapter } from './embedded.ts';
import { WalSync } from './wal-sync.ts';

/**
 * Maximum time for which a process waits for the write lock, in milliseconds. A transaction takes a few milliseconds.
 */
const busyMs = 10_000;

/**
 * Opens or creates `file`, readable by its owner only. Commits survive a power failure. Each statement
 * outside of a transaction has a separate sync, whereas transactions may share one.
 */
export async function openSqlite(file: string): Promise<DatabaseBackend> {
  closeSync(openSync(file, 'a', 0o600));
  const database = new Sqlite(file, { timeout: busyMs });
  await useWriteAheadLog(database);
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  // Overwrites deleted data with zeros.
  database.pragma('secure_delete = ON');
  const durability = new Durability(database);
  const dialect = new SharedSqliteDialect(cachingStatements(database, durability));
  const log = new WalSync(file);
  return {
    dialect,
    commitLog: {
      sync: () => log.sync(),
      syncEach: (each) => durability.syncEach(each),
      close: () => log.close(),
    },
  };
}

/**
 * Sets whether SQLite syncs each commit. The setting is changed only when a write needs a different value than the
 * previous write. Most writes need the same value of the setting as the previous write, so the setting rarely changes.
 */
class Durability {
  readonly #database: Sqlite.Database;
  #wanted = true;
  #set = true;

  constructor(database: Sqlite.Database) {
    this.#database = database;
  }

  syncEach(each: boolean): void {
    this.#wanted = each;
  }

  /** Applies the durability setting. Call this method before a statement that writes or begins a transaction. */
  apply(): void {
    // Within a transaction, SQLite cannot change `synchronous`. The setting is right already,
    // because `apply` was called before the transaction began.
    if (this.#set === this.#wanted || this.#database.inTransaction) return;
    this.#database.pragma(`synchronous = ${this.#wanted ? 'FULL' : 'NORMAL'}`);
    this.#set = this.#wanted;
  }
}

/**
 * Maximum number of cached SQL statements. The program has fewer statements than this maximum, except for statements
 * with lists of varying length.
 */
const maxStatements = 500;

/**
 * Caches statements, because preparing a statement costs as much as running it, and every request runs the same
 * statements.
 */
function cachingStatements(database: Sqlite.Database, durability: Durability): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>();
  const prepare = (sql: string) => {
    const known = statements.get(sql);
    if (known) return known;
    if (sql.startsWith('pragma')) return pragmaStatement(database, sql);
    const statement = writingStatement(database.prepare(sql), durability);
    if (statements.size >= maxStatements) statements.clear();
    statements.set(sql, statement);
    return statement;
  };
  return { prepare, close: () => void database.close() };
}

function writingStatement(statement: Sqlite.Statement, durability: Durability): SqliteStatement {
  const { reader, readonly } = statement;
  if (readonly) return statement;
  return {
    reader,
    all: (parameters) => (durability.apply(), statement.all(parameters)),
    run: (parameters) => (durability.apply(), statement.run(parameters)),
    iterate: (parameters) => (durability.apply(), statement.iterate(parameters)),
  };
}

/**
 * Returns a statement that prepares the pragma again for each run, because SQLite runs a pragma only when it is
 * prepared.
 */
function pragmaStatement(database: Sqlite.Database, pragma: string): SqliteStatement {
  const all = () => database.pragma(pragma.slice('pragma '.length)) as unknown[];
  const run = () => {
    all();
    return { changes: 0, lastInsertRowid: 0 };
  };
  return { run, reader: pragma.includes('wal_checkpoint'), all, iterate: () => all().values() };
}

/**
 * Switches the database to WAL mode, and retries while the file is busy. If several processes switch the same new file
 * to WAL mode at the same time, SQLite's own timeout does not apply.
 */
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
  readonly #database: SqliteDatabase;

  constructor(database: SqliteDatabase) {
    super({ database });
    this.#database = database;
  }

  override createDriver(): SqliteDriver {
    return new SharedSqliteDriver({ database: this.#database });
  }

  override createAdapter(): SqliteAdapter {
    return new EmbeddedAdapter(this.#database);
  }
}

class SharedSqliteDriver extends SqliteDriver {
  /**
   * A transaction takes the write lock when it begins. A transaction that begins with a read could not wait for the
   * write lock later.
   */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }
}
