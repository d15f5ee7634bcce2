/** The one way to the database, the same on SQLite and PostgreSQL. */
import { Kysely, sql, SqliteAdapter, type Dialect, type Transaction } from 'kysely';
import type { Tables } from './tables.ts';

/** PostgreSQL's codes for a transaction that lost against another and may be tried again. */
const lostRace = ['40001', '40P01'];
const maxAttempts = 5;

/** Whether it is SQLite, where a transaction of {@link Database.write} is alone in writing. */
export function isEmbedded(db: Kysely<Tables>): boolean {
  return db.getExecutor().adapter instanceof SqliteAdapter;
}

export class Database {
  /** For reading, and for writes of a single statement. Inside {@link write} use what it hands you instead. */
  readonly query: Kysely<Tables>;
  /** Whether writers wait for rows, which `for update skip locked` then passes by; SQLite has one writer at a time. */
  readonly locksRows: boolean;
  readonly #embedded: boolean;

  constructor(dialect: Dialect) {
    this.query = new Kysely<Tables>({ dialect });
    this.#embedded = isEmbedded(this.query);
    this.locksRows = !this.#embedded;
  }

  /**
   * Commits all that `work` does, or nothing. On SQLite it is alone in writing from its first statement on; on
   * PostgreSQL (read committed) rows are locked as they are written. It may be run again when it lost a race, and it
   * holds others up: await nothing in it but queries.
   */
  async write<T>(work: (transaction: Transaction<Tables>) => Promise<T>): Promise<T> {
    return commit(this.query, work);
  }

  /**
   * As {@link query}, for single statements that write what only running processes need. The disk is not waited for
   * where that saves much, which is on SQLite: after a power cut it may be missing, after any other death it is there.
   */
  async relaxedDurability<T>(work: (query: Kysely<Tables>) => Promise<T>): Promise<T> {
    if (!this.#embedded) return work(this.query);
    return this.query.connection().execute(async (query) => {
      await sql`pragma synchronous = normal`.execute(query);
      try {
        return await work(query);
      } finally {
        await sql`pragma synchronous = full`.execute(query);
      }
    });
  }

  /** As {@link write}, for what {@link passing} is for. */
  async writeWithRelaxedDurability<T>(work: (transaction: Transaction<Tables>) => Promise<T>): Promise<T> {
    return this.relaxedDurability((query) => commit(query, work));
  }

  /** Rejects when the database does not answer. */
  async check(): Promise<void> {
    await sql`select 1`.execute(this.query);
  }

  async close(): Promise<void> {
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
      if (attempt === maxAttempts || !lostRace.includes(codeOf(error))) throw error;
    }
  }
}

const codeOf = (error: unknown) => String((error as { code?: unknown }).code);
