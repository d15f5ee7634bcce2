/** Commits simultaneous writes together, because a transaction of SQLite costs more than most of its statements. */
import type { Transaction } from 'kysely';
import { embeddedTransaction } from './embedded.ts';
import type { Tables } from './tables.ts';

/** Maximum number of writes in a group. The process does nothing else while a group is written. */
const maxMembers = 100;

type Work<T> = (transaction: Transaction<Tables>) => Promise<T>;

/**
 * One write of a group. A member makes its changes in the group's transaction. The member returns a function that
 * resolves or rejects the caller's promise after the commit.
 */
type Member = (transaction: Transaction<Tables>, alone: boolean) => Promise<() => void>;

interface Waiting {
  run: Member;
  reject: (error: Error) => void;
}

export class GroupCommit {
  readonly #commit: (work: Work<void>) => Promise<void>;
  readonly #waiting: Waiting[] = [];

  /** `commit` runs its argument in a transaction. */
  constructor(commit: (work: Work<void>) => Promise<void>) {
    this.#commit = commit;
  }

  /**
   * Commits all changes of `work`, or none. The calls in one turn of the event loop are committed together. Grouped
   * calls run in order, and each call works as if it had a separate transaction.
   */
  run<T>(work: Work<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const run: Member = async (transaction, alone) => {
        if (alone) {
          const value = await work(transaction);
          return () => resolve(value);
        }
        return withinSavepoint(transaction, work, { resolve, reject });
      };
      this.#waiting.push({ run, reject });
      if (this.#waiting.length === 1) this.#commitNextTurn();
    });
  }

  #commitNextTurn(): void {
    setImmediate(() => void this.#commitWaiting());
  }

  async #commitWaiting(): Promise<void> {
    const members = this.#waiting.splice(0, maxMembers);
    if (this.#waiting.length > 0) this.#commitNextTurn();
    const settle: (() => void)[] = [];
    try {
      await this.#commit(async (transaction) => {
        for (const { run } of members) settle.push(await run(transaction, members.length === 1));
      });
    } catch (error) {
      for (const { reject } of members) reject(error as Error);
      return;
    }
    for (const tell of settle) tell();
  }
}

/** Rolls back `work` if it fails. Throws if SQLite has ended the whole transaction, as it may on a full disk. */
async function withinSavepoint<T>(
  transaction: Transaction<Tables>,
  work: Work<T>,
  { resolve, reject }: { resolve: (value: T) => void; reject: (error: Error) => void },
): Promise<() => void> {
  const database = embeddedTransaction(transaction);
  if (!database) throw new Error('only SQLite commits in groups');
  database.rowsOf('savepoint member', []);
  try {
    const value = await work(transaction);
    database.rowsOf('release member', []);
    return () => resolve(value);
  } catch (error) {
    try {
      database.rowsOf('rollback to member', []);
      database.rowsOf('release member', []);
    } catch {
      throw error;
    }
    return () => reject(error as Error);
  }
}
