/** The one way to the database, the same on SQLite and PostgreSQL. */
import { Kysely, sql, type Dialect, type Transaction } from 'kysely';
import type { Tables } from './tables.ts';

/** PostgreSQL's codes for a transaction that lost against another and may be tried again. */
const lostRace = ['40001', '40P01'];
const mostAttempts = 5;

export class Database {
  /** For reading, and for writes of a single statement. Inside {@link write} use what it hands you instead. */
  readonly query: Kysely<Tables>;

  constructor(dialect: Dialect) {
    this.query = new Kysely<Tables>({ dialect });
  }

  /**
   * Commits all that `work` does, or nothing. On SQLite it is alone in writing from its first statement on; on
   * PostgreSQL (read committed) rows are locked as they are written. It may be run again when it lost a race, and it
   * holds others up: await nothing in it but queries.
   */
  async write<T>(work: (transaction: Transaction<Tables>) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.query.transaction().execute(work);
      } catch (error) {
        if (attempt === mostAttempts || !lostRace.includes(codeOf(error))) throw error;
      }
    }
  }

  /** Rejects when the database does not answer. */
  async check(): Promise<void> {
    await sql`select 1`.execute(this.query);
  }

  async close(): Promise<void> {
    await this.query.destroy();
  }
}

const codeOf = (error: unknown) => String((error as { code?: unknown }).code);
