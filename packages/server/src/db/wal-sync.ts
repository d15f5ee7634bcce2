/** Syncs SQLite's write-ahead log to disk, once for all waiting commits, without blocking the thread that commits. */
import { open, type FileHandle } from 'node:fs/promises';
import { SharedRun } from '../kit/concurrency/shared-run.ts';

export class WalSync {
  readonly #file: string;
  readonly #run = new SharedRun(() => this.#datasync());
  #handle: FileHandle | undefined;

  /**
   * Opens the log of the database at `database`. The database must stay open until {@link close}, because SQLite would
   * otherwise delete the log and create a new file.
   */
  constructor(database: string) {
    this.#file = `${database}-wal`;
  }

  /**
   * Resolves when all earlier commits survive a power failure. Rejects with the error of a SQLite commit that cannot be
   * synced.
   */
  sync(): Promise<void> {
    return this.#run.run();
  }

  async close(): Promise<void> {
    await this.#run.settled();
    await this.#handle?.close();
  }

  async #datasync(): Promise<void> {
    try {
      // SQLite creates the log with the first transaction.
      this.#handle ??= await open(this.#file, 'r');
      await this.#handle.datasync();
    } catch (cause) {
      const message = 'the log of the database cannot be synced to the disk';
      throw Object.assign(new Error(message, { cause }), { code: 'SQLITE_IOERR_FSYNC' });
    }
  }
}
