/**
 * A semaphore with a bounded queue. The semaphore divides slots fairly by the cost of the work (start-time fair
 * queueing). Short work runs before long work, and callers get equal shares of the running time. Work that has waited
 * for the maximum time is not overtaken by other work.
 */

/**
 * Thrown if the queue is full or the expected wait is too long. If `full` is `share`, the caller's own queued work has
 * filled the caller's share of the queue.
 */
export class SemaphoreFullError extends Error {
  readonly full: 'queue' | 'share';
  /** Milliseconds after which a slot is expected to be free. */
  readonly waitMs: number;

  constructor(full: 'queue' | 'share', waitMs: number) {
    super(`no free slot within ${Math.round(waitMs)} ms, and the ${full} is full`);
    this.full = full;
    this.waitMs = waitMs;
  }
}

export interface SemaphoreLimits {
  /** Maximum number of concurrent tasks. */
  size: number;
  /**
   * Maximum number of waiting tasks. Each task uses memory, a connection and files. A single caller may use at most
   * half of this maximum.
   */
  maxWaiting: number;
  /**
   * Maximum wait in milliseconds. Work is rejected if its expected wait is longer than this maximum. Work that has
   * waited for the maximum time is no longer overtaken.
   */
  maxWaitMs: number;
  /** Returns the monotonic time in milliseconds. */
  now: () => number;
}

export interface AcquireOptions {
  /** Signal that removes the work from the queue when the signal aborts. */
  signal?: AbortSignal | undefined;
  caller?: string | undefined;
  /** Expected duration of the work, in milliseconds. */
  costMs?: number | undefined;
  /**
   * Whether the work waits even if the queue is full or the expected wait is too long. Without `mayWaitInFullQueue`,
   * work is rejected if the queue is full or the expected wait is too long.
   */
  mayWaitInFullQueue?: boolean | undefined;
}

interface Work {
  caller: string;
  costMs: number;
  startTag: number;
  /** Time at which the work was queued or, once it runs, started. */
  since: number;
}

interface Waiter extends Work {
  start: () => void;
}

export class FairSemaphore {
  readonly #limits: SemaphoreLimits;
  readonly #running = new Set<Work>();
  /** The waiting work, in order of arrival. */
  readonly #waiting: Waiter[] = [];
  /** Largest start tag (virtual start time) of the work that has started. */
  #startTag = 0;
  /** Start tag of each caller's next work. */
  readonly #nextTags = new Map<string, number>();

  constructor(limits: SemaphoreLimits) {
    this.#limits = limits;
  }

  get busy(): number {
    return this.#running.size;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Throws {@link SemaphoreFullError} if `run` would reject immediately. */
  check(caller = '', costMs = 0): void {
    const { size, maxWaiting, maxWaitMs } = this.#limits;
    if (this.#running.size < size) return;
    const waitMs = this.#expectedWait({ caller, costMs });
    if (this.#waiting.length >= maxWaiting) throw new SemaphoreFullError('queue', waitMs);
    const mine = this.#waiting.filter((other) => other.caller === caller);
    if (caller !== '' && mine.length >= Math.ceil(maxWaiting / 2))
      throw new SemaphoreFullError('share', waitMs);
    if (waitMs <= maxWaitMs) return;
    const withoutMine = this.#expectedWait({ caller, costMs }, mine);
    throw new SemaphoreFullError(mine.length > 0 && withoutMine <= maxWaitMs ? 'share' : 'queue', waitMs);
  }

  /**
   * Runs `work` when a slot is free. Throws {@link SemaphoreFullError} immediately if the queue is full or the expected
   * wait is too long. If the signal aborts while the work waits, throws the signal's reason. Once started, `work` must
   * handle the signal itself.
   */
  async run<T>(
    work: () => Promise<T>,
    { signal, caller = '', costMs = 1, mayWaitInFullQueue }: AcquireOptions = {},
  ): Promise<T> {
    signal?.throwIfAborted();
    if (!mayWaitInFullQueue) this.check(caller, costMs);
    const mine = { caller, costMs, startTag: this.#takeTag(caller, costMs), since: this.#limits.now() };
    if (this.#running.size < this.#limits.size) this.#begin(mine);
    else await this.#wait(mine, signal);
    try {
      return await work();
    } finally {
      this.#release(mine);
    }
  }

  #takeTag(caller: string, costMs: number): number {
    const startTag = Math.max(this.#startTag, this.#nextTags.get(caller) ?? 0);
    this.#nextTags.set(caller, startTag + costMs);
    return startTag;
  }

  /** Resolves when the work gets a slot. */
  #wait(mine: Work, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiter = Object.assign(mine, {
        start: () => {
          signal?.removeEventListener('abort', leave);
          resolve();
        },
      });
      const leave = () => {
        this.#dequeue(waiter);
        reject(signal?.reason as Error);
      };
      signal?.addEventListener('abort', leave, { once: true });
      this.#waiting.push(waiter);
    });
  }

  #begin(work: Work): void {
    this.#startTag = Math.max(this.#startTag, work.startTag);
    work.since = this.#limits.now();
    this.#running.add(work);
  }

  #dequeue(waiter: Waiter): void {
    this.#waiting.splice(this.#waiting.indexOf(waiter), 1);
  }

  // The slot passes directly to the next waiter, so that new work cannot overtake it.
  #release(done: Work): void {
    this.#running.delete(done);
    const [next] = this.#inOrder(this.#waiting);
    if (next) {
      this.#dequeue(next);
      this.#begin(next);
      next.start();
    }
    // Deletes tags that are not later than `#startTag`, because new work gets at least this tag anyway.
    for (const [caller, tag] of this.#nextTags) if (tag <= this.#startTag) this.#nextTags.delete(caller);
    if (this.#running.size === 0) this.#nextTags.clear();
  }

  /**
   * Returns the work in the order in which it runs. Work that has waited for the maximum time comes first. Work that
   * has not waited for the maximum time is ordered by its expected end in virtual time.
   */
  #inOrder<W extends Work>(waiting: readonly W[]): W[] {
    const late = this.#limits.now() - this.#limits.maxWaitMs;
    const endTag = ({ startTag, costMs }: Work) => startTag + costMs;
    return waiting.toSorted((a, b) =>
      a.since <= late || b.since <= late ? a.since - b.since : endTag(a) - endTag(b),
    );
  }

  /**
   * Returns the expected time until new work would start, in milliseconds. Ignores queued work that `except` contains.
   */
  #expectedWait({ caller, costMs }: Pick<Work, 'caller' | 'costMs'>, except: readonly Work[] = []): number {
    const now = this.#limits.now();
    const ownTag = except.length > 0 ? 0 : (this.#nextTags.get(caller) ?? 0);
    const newcomer: Work = { caller, costMs, startTag: Math.max(this.#startTag, ownTag), since: now };
    const waiting = this.#waiting.filter((other) => !except.includes(other));
    const slots = [...this.#running].map((work) => leftMs(work, now));
    for (const work of this.#inOrder<Work>([...waiting, newcomer])) {
      const first = Math.min(...slots);
      if (work === newcomer) return Math.max(0, first);
      slots[slots.indexOf(first)] = first + work.costMs;
    }
    return 0;
  }
}

/**
 * Returns the expected remaining time of the work, in milliseconds. If the work has exceeded its estimate, returns the
 * time that the work has run so far.
 */
function leftMs({ costMs, since }: Work, now: number): number {
  const ran = now - since;
  return ran < costMs ? costMs - ran : ran;
}
