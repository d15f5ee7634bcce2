/** Serializes transactions that lock the same row. Without this, each waiting transaction would hold a connection. */
import { KeyedMutex } from '../kit/concurrency/keyed-mutex.ts';
import type { Database } from './database.ts';

export class RowOrder {
  readonly #locksRows: boolean;
  readonly #mutex = new KeyedMutex();

  constructor({ locksRows }: Pick<Database, 'locksRows'>) {
    this.#locksRows = locksRows;
  }

  /**
   * Runs `work`, which locks the row of this key, after all earlier work for the key. Runs it immediately if the
   * database does not lock rows.
   */
  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    return this.#locksRows ? this.#mutex.run(key, work) : work();
  }
}
