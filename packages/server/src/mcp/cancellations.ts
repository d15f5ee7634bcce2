/**
 * Cancels running MCP requests when their client sends a cancellation. In protocol versions before 2026-07-28, a
 * cancellation is a separate request with the session and the id of the request to cancel (contract §13.8).
 */
import type { RequestId } from '@modelcontextprotocol/server';

export class Cancellations {
  readonly #running = new Map<string, AbortController>();

  /**
   * Watches for cancellations of the requests `ids` until the returned object is disposed. The ids of requests are
   * unique only within the session.
   */
  watch(
    session: string | undefined,
    ids: readonly RequestId[],
  ): Disposable & { signalOf: (id: RequestId) => AbortSignal | undefined } {
    const named = session === undefined ? [] : ids;
    const own = new Map(named.map((id) => [keyOf(session, id), new AbortController()]));
    for (const [key, abort] of own) this.#running.set(key, abort);
    return {
      signalOf: (id) => own.get(keyOf(session, id))?.signal,
      [Symbol.dispose]: () => {
        for (const [key, abort] of own) if (this.#running.get(key) === abort) this.#running.delete(key);
      },
    };
  }

  /** Cancels the request with this id if it is running. */
  cancel(session: string | undefined, id: RequestId): void {
    this.#running.get(keyOf(session, id))?.abort(new Error('cancelled by its client'));
  }
}

/**
 * Returns the key under which a running request is stored. The key contains the type of the request's id, because the
 * ids 1 and "1" differ.
 */
const keyOf = (session = '', id: RequestId) => `${session} ${typeof id} ${id}`;
