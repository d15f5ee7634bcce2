/** Limits requests that wait for a job (`?wait=`, event streams), because each holds a connection for a long time. */
import { overloaded } from '../../errors.ts';
import { FairShareCounter } from '../../kit/concurrency/fair-share-counter.ts';

export class Watching {
  readonly #counter: FairShareCounter;

  /**
   * All waiting requests together may use half of the connections. The waiting requests of one account may use 1/16 of
   * the connections.
   */
  constructor({ connectionsAtOnce }: { connectionsAtOnce: number }) {
    this.#counter = new FairShareCounter(Math.ceil(connectionsAtOnce / 2), Math.ceil(connectionsAtOnce / 16));
  }

  /**
   * Counts a request of `account` until the returned function is called. Call the returned function only once. Throws
   * 503 if the account, or all accounts together, have reached their limit.
   */
  begin(account: string): () => void {
    if (!this.#counter.acquire(account)) throw overloaded('too_many_watching');
    return () => this.#counter.release(account);
  }
}
