/** Requests that wait for a job (`?wait=`, event streams): each holds a connection for long, and no account has many. */
import { overloaded } from '../../errors.ts';
import { FairShareCounter } from '../../kit/concurrency/fair-share-counter.ts';

export class Watching {
  readonly #counter: FairShareCounter;

  /** All together may hold half of the connections, and one account a sixteenth. */
  constructor({ connectionsAtOnce }: { connectionsAtOnce: number }) {
    this.#counter = new FairShareCounter(Math.ceil(connectionsAtOnce / 2), Math.ceil(connectionsAtOnce / 16));
  }

  /**
   * Counts one of `account` until the returned function is called, once. Throws 503 where the account, or all together,
   * have as many as they may.
   */
  begin(account: string): () => void {
    if (!this.#counter.acquire(account)) throw overloaded('too_many_watching');
    return () => this.#counter.release(account);
  }
}
