/**
 * Kysely's adapter for SQLite. The adapter can run the statements of a transaction synchronously, because SQLite has
 * only one connection.
 */
import { SqliteAdapter, type Kysely, type SqliteDatabase } from 'kysely';
import type { Tables } from './tables.ts';

export class EmbeddedAdapter extends SqliteAdapter {
  readonly #database: SqliteDatabase;

  constructor(database: SqliteDatabase) {
    super();
    this.#database = database;
  }

  /** Whether migrations run in a transaction. The lock of this transaction excludes other processes. */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }

  /**
   * Runs a statement and returns its rows. Call this method only within a transaction. Outside a transaction, the
   * statement could become part of another caller's transaction on the same connection.
   */
  rowsOf(sql: string, parameters: readonly unknown[]): unknown[] {
    const statement = this.#database.prepare(sql);
    if (statement.reader) return statement.all(parameters);
    statement.run(parameters);
    return [];
  }
}

/** Returns the SQLite adapter if `db` is a transaction in SQLite. */
export function embeddedTransaction(db: Kysely<Tables>): EmbeddedAdapter | undefined {
  if (!db.isTransaction) return undefined;
  const { adapter } = db.getExecutor();
  return adapter instanceof EmbeddedAdapter ? adapter : undefined;
}
