/** Access to the database, identical for SQLite and PostgreSQL. */
import { Kysely, sql, SqliteAdapter, type Dialect, type Transaction } from 'kysely';
import { GroupCommit } from './group-commit.ts';
import type { Tables } from './tables.ts';

/** PostgreSQL's codes for serialization failures and deadlocks. */
const retryable = ['40001', '40P01'];
const maxAttempts = 5;

/** Whether the database is SQLite. In SQLite, a transaction of {@link Database.write} is the only writer. */
export function isEmbedded(db: Kysely<Tables>): boolean {
  return db.getExecutor().adapter instanceof SqliteAdapter;
}

/** Connection to a database. */
export interface DatabaseBackend {
  dialect: Dialect;
  /** Present if the database can commit without syncing its log to disk. */
  commitLog?: {
    /** Resolves when a power failure can no longer undo any earlier commit. */
    sync(): Promise<void>;
    /**
     * Sets whether each later commit is synced at once. `syncEach` may be called only while nothing else uses the
     * connection.
     */
    syncEach(each: boolean): void;
    close(): Promise<void>;
  };
}

export class Database {
  /**
   * Query builder for reads, and for writes that consist of a single statement. Inside {@link write}, use the
   * transaction instead.
   */
  readonly query: Kysely<Tables>;
  /**
   * Whether the database supports `for update` and `skip locked`. SQLite does not need row locks, because it has one
   * writer at a time.
   */
  readonly locksRows: boolean;
  readonly #embedded: boolean;
  readonly #commitLog: DatabaseBackend['commitLog'];
  readonly #group: GroupCommit | undefined;

  constructor({ dialect, commitLog }: DatabaseBackend) {
    this.query = new Kysely<Tables>({ dialect });
    this.#embedded = isEmbedded(this.query);
    this.locksRows = !this.#embedded;
    this.#commitLog = commitLog;
    if (commitLog) this.#group = new GroupCommit((work) => commitUnsynced(this.query, commitLog, work));
  }

  /**
   * Commits all changes of `work`, or none. On SQLite, the transaction is the only writer from its first statement on.
   * On PostgreSQL (read committed), each write locks the rows that it changes. After a conflict, `work` may run again.
   * Because other writers wait for the transaction, `work` must await only queries.
   */
  async write<T>(work: (transaction: Transaction<Tables>) => Promise<T>): Promise<T> {
    const written = await this.writeWithRelaxedDurability(work);
    await this.sync();
    return written;
  }

  /**
   * Resolves when all earlier commits are durable after a power failure. On SQLite, transactions that end together
   * share one sync. On PostgreSQL, `sync` is a no-op, because every commit is durable.
   */
  async sync(): Promise<void> {
    await this.#commitLog?.sync();
  }

  /**
   * Runs single statements like {@link query}, for changes that need not survive a power failure. On SQLite, the commit
   * is not synced to disk. If the process crashes but the machine continues to run, the commit is not lost.
   */
  async relaxedDurability<T>(work: (query: Kysely<Tables>) => Promise<T>): Promise<T> {
    return this.#group ? this.#group.run(work) : work(this.query);
  }

  /**
   * Runs a transaction like {@link write}, but with {@link relaxedDurability}. {@link sync} makes the commit durable.
   */
  async writeWithRelaxedDurability<T>(work: (transaction: Transaction<Tables>) => Promise<T>): Promise<T> {
    return this.#group ? this.#group.run(work) : commit(this.query, work);
  }

  /** Rejects if the database does not answer. */
  async check(): Promise<void> {
    await sql`select 1`.execute(this.query);
  }

  /**
   * Resolves when deleted data is erased from SQLite's files, including the log. Throws if another process is still
   * reading an older state of the database. PostgreSQL erases deleted data in its next vacuum.
   */
  async eraseDeleted(): Promise<void> {
    if (!this.#embedded) return;
    const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(this.query);
    if (rows[0]?.busy !== 0) throw new Error('the log of the database is in use by another process');
  }

  async close(): Promise<void> {
    await this.#commitLog?.close();
    await this.query.destroy();
  }
}

async function commit<T>(
  query: Kysely<Tables>,
  work: (transaction: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await query.transaction().execute(work);
    } catch (error) {
      if (attempt === maxAttempts || !retryable.includes(codeOf(error))) throw error;
    }
  }
}

async function commitUnsynced(
  query: Kysely<Tables>,
  log: NonNullable<DatabaseBackend['commitLog']>,
  work: (transaction: Transaction<Tables>) => Promise<void>,
): Promise<void> {
  await query.connection().execute(async (connection) => {
    log.syncEach(false);
    try {
      await connection.transaction().execute(work);
    } finally {
      log.syncEach(true);
    }
  });
}

const codeOf = (error: unknown) => String((error as { code?: unknown }).code);
