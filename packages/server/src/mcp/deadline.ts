/** How long a tool call waits before it answers with what it has. */

/** A signal that aborts with `reason` after `ms`; disposing of it keeps it from doing so. */
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
