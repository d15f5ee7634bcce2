/**
 * Serializes transactions that lock the same row. Without this class, each transaction that waits for the row would
 * hold a connection.
 */
import { KeyedMutex } from '../kit/concurrency/keyed-mutex.ts';
import type { Database } from './database.ts';

export class RowOrder {
  readonly #locksRows: boolean;
  readonly #mutex = new KeyedMutex();

  constructor({ locksRows }: Pick<Database, 'locksRows'>) {
    this.#locksRows = locksRows;
  }

  /**
   * Runs `work`, which locks the row of `key`, after all earlier work for this key has ended. If the database does not
   * lock rows, runs `work` immediately.
   */
  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    return this.#locksRows ? this.#mutex.run(key, work) : work();
  }
}
