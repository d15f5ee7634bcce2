/** A semaphore with a bounded queue that is served round-robin by caller. */

/** The whole queue is taken, or one caller's share of it. */
export class SemaphoreFullError extends Error {
  readonly full: 'queue' | 'share';

  constructor(full: 'queue' | 'share') {
    super(`no free slot, and the ${full} is full`);
    this.full = full;
  }
}

export interface AcquireOptions {
  /** Leaves the queue when it aborts. */
  signal?: AbortSignal | undefined;
  /** A caller gets at most half of the queue. */
  caller?: string | undefined;
  /** Waits however full the queue is. */
  mayWaitInFullQueue?: boolean | undefined;
}

export class FairSemaphore {
  readonly #size: number;
  readonly #maxWaiting: number;
  /** By caller; the first is served next. */
  readonly #queue = new Map<string, (() => void)[]>();
  #waiting = 0;
  #busy = 0;

  constructor(size: number, maxWaiting: number) {
    this.#size = size;
    this.#maxWaiting = maxWaiting;
  }

  get busy(): number {
    return this.#busy;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** Throws {@link SemaphoreFullError} where `run` would at once. */
  check(caller?: string): void {
    if (this.#busy < this.#size) return;
    if (this.#waiting >= this.#maxWaiting) throw new SemaphoreFullError('queue');
    if (caller === undefined) return;
    const mine = this.#queue.get(caller)?.length ?? 0;
    if (mine >= Math.ceil(this.#maxWaiting / 2)) throw new SemaphoreFullError('share');
  }

  /**
   * Runs `work` when a slot is free. Throws {@link SemaphoreFullError} at once when the queue is full, and the
   * signal's reason when it aborts while waiting; once started, obeying the signal is up to `work`.
   */
  async run<T>(
    work: () => Promise<T>,
    { signal, caller, mayWaitInFullQueue }: AcquireOptions = {},
  ): Promise<T> {
    signal?.throwIfAborted();
    if (!mayWaitInFullQueue) this.check(caller);
    if (this.#busy < this.#size) this.#busy += 1;
    else await this.#wait(caller ?? '', signal);
    try {
      return await work();
    } finally {
      this.#release();
    }
  }

  #wait(caller: string, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        this.#dequeue(caller, start);
        reject(signal?.reason as Error);
      };
      signal?.addEventListener('abort', leave, { once: true });
      this.#queue.set(caller, [...(this.#queue.get(caller) ?? []), start]);
      this.#waiting += 1;
    });
  }

  #dequeue(caller: string, start: () => void): void {
    const left = this.#queue.get(caller)?.filter((other) => other !== start) ?? [];
    if (left.length > 0) this.#queue.set(caller, left);
    else this.#queue.delete(caller);
    this.#waiting -= 1;
  }

  // The slot passes straight to the next in the queue: a newcomer cannot slip in between.
  #release(): void {
    const [next] = this.#queue;
    const [caller, [start] = []] = next ?? [];
    if (caller === undefined || !start) {
      this.#busy -= 1;
      return;
    }
    this.#dequeue(caller, start);
    const left = this.#queue.get(caller);
    // To the end, behind all other callers.
    if (left && this.#queue.delete(caller)) this.#queue.set(caller, left);
    start();
  }
}
