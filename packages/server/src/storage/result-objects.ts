/**
 * Stored results that belong to no job: responses to requests with an idempotency key, and files with a download link.
 * A table lists the results of each account until they expire.
 */
import type { Database } from '../db/database.ts';
import type { Clock } from '../kit/clock.ts';
import type { ObjectStore } from './object-store.ts';

interface ResultObjectServices {
  database: Database;
  store: Pick<ObjectStore, 'newName' | 'put' | 'remove'>;
  clock: Clock;
}

export class ResultObjects {
  readonly #services: ResultObjectServices;

  constructor(services: ResultObjectServices) {
    this.#services = services;
  }

  /**
   * Moves `file` into the store, where it is kept for `keepMs`. Returns the object's name. The database row is written
   * before the object is stored. Without a database row, the object would remain when its account is deleted. Results
   * of anonymous requests need no row.
   */
  async put(file: string, accountId: string | null, keepMs: number): Promise<string> {
    const { database, store, clock } = this.#services;
    const expires_at = clock.now() + keepMs;
    const name = store.newName(expires_at);
    if (accountId !== null) {
      const row = { name, account_id: accountId, expires_at };
      await database.relaxedDurability((db) => db.insertInto('result_objects').values(row).execute());
    }
    await store.put(file, name);
    return name;
  }

  /** Removes a result. The row is deleted last, so that a crash never leaves an object without a row. */
  async remove(name: string): Promise<void> {
    const { database, store } = this.#services;
    await store.remove(name);
    await database.query.deleteFrom('result_objects').where('name', '=', name).execute();
  }

  async removeAllOf(accountId: string): Promise<void> {
    const rows = await this.#services.database.query
      .selectFrom('result_objects')
      .select('name')
      .where('account_id', '=', accountId)
      .execute();
    for (const { name } of rows) await this.remove(name);
  }

  /**
   * Removes the rows of expired objects. The store finds and removes the expired objects by the expiry time in the
   * object names.
   */
  async sweep(): Promise<void> {
    const { database, clock } = this.#services;
    await database.query.deleteFrom('result_objects').where('expires_at', '<=', clock.now()).execute();
  }
}
