/** SQLite's write-ahead log on its way to the disk: what was committed is there before its writer goes on. */
import { open, type FileHandle } from 'node:fs/promises';

/**
 * SQLite would wait for the disk within the commit, and the whole process with it, and for the file's times as well as
 * for what is in it. With `synchronous = NORMAL` it leaves that wait to us, and still never reads a log half written.
 */
export class WriteAheadLog {
  readonly #file: Pick<FileHandle, 'datasync' | 'close'>;
  #written = false;

  constructor(file: Pick<FileHandle, 'datasync' | 'close'>) {
    this.#file = file;
  }

  /** That of the database `file`, which is open in this mode: as long as it is, the log stays where it is. */
  static readonly of = async (file: string): Promise<WriteAheadLog> =>
    new WriteAheadLog(await open(`${file}-wal`, 'r'));

  /** To be told of each statement that may write. */
  note(): void {
    this.#written = true;
  }

  /** Returns when all that was committed is on the disk. */
  async settle(): Promise<void> {
    if (!this.#written) return;
    this.#written = false;
    await this.#file.datasync();
  }

  /** Does `work`, which has the connection to itself, and for whose sake the disk is not waited for. */
  async passing<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } finally {
      this.#written = false;
    }
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}
