/** Transactions that lock the same row, one after the other: in the database each that waits for it would hold a connection. */
import { KeyedMutex } from '../kit/concurrency/keyed-mutex.ts';
import type { Database } from './database.ts';

export class RowOrder {
  readonly #locksRows: boolean;
  readonly #mutex = new KeyedMutex();

  constructor({ locksRows }: Pick<Database, 'locksRows'>) {
    this.#locksRows = locksRows;
  }

  /** Runs `work`, which locks the row of this key, when all earlier work has ended; at once where no row is locked. */
  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    return this.#locksRows ? this.#mutex.run(key, work) : work();
  }
}
