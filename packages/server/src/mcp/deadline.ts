/** Time limit of a tool call. The work of a tool call that exceeds this time limit is aborted. */

/** A signal that aborts with `reason` after `ms`, unless it is disposed earlier. */
export class Deadline implements Disposable {
  readonly signal: AbortSignal;
  readonly #timer: NodeJS.Timeout;

  constructor(ms: number, reason: Error) {
    const abort = new AbortController();
    this.signal = abort.signal;
    this.#timer = setTimeout(() => abort.abort(reason), ms);
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
  }
}
