/**
 * Syncs SQLite's write-ahead log to disk without blocking the thread that commits. One sync serves all commits that
 * wait for a sync.
 */
import { open, type FileHandle } from 'node:fs/promises';
import { SharedRun } from '../kit/concurrency/shared-run.ts';

export class WalSync {
  readonly #file: string;
  readonly #run = new SharedRun(() => this.#datasync());
  #handle: FileHandle | undefined;

  /**
   * Syncs the log of the database file `database`. The database must stay open until {@link close}, because SQLite
   * would otherwise delete the log and create a new file.
   */
  constructor(database: string) {
    this.#file = `${database}-wal`;
  }

  /**
   * Resolves when all earlier commits would survive a power failure. If the log cannot be synced, rejects with the
   * error code that SQLite uses in this case.
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
      // Opens the log on first use, because SQLite creates the log only with the first transaction.
      this.#handle ??= await open(this.#file, 'r');
      await this.#handle.datasync();
    } catch (cause) {
      const message = 'the log of the database cannot be synced to the disk';
      throw Object.assign(new Error(message, { cause }), { code: 'SQLITE_IOERR_FSYNC' });
    }
  }
}
