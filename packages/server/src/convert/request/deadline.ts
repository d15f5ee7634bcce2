/**
 * The time limit of all steps of a conversion, without waiting time. A step waits if no sandbox is free, or while other
 * programs use the processors. An upper bound limits the total time, including waiting time.
 */

interface DeadlineOptions {
  /** Returns the monotonic time in milliseconds. */
  now: () => number;
  /** Time limit in milliseconds, without waiting time. */
  limitMs: number;
  /** Upper bound in milliseconds, including waiting time. */
  longestMs: number;
}

export class Deadline {
  readonly limitMs: number;
  readonly #now: () => number;
  readonly #began: number;
  readonly #longestMs: number;
  #waitedMs = 0;

  constructor({ now, limitMs, longestMs }: DeadlineOptions) {
    this.limitMs = limitMs;
    this.#now = now;
    this.#began = now();
    this.#longestMs = longestMs;
  }

  /** Records waiting time in milliseconds, which extends the deadline. */
  waited(ms: number): void {
    this.#waitedMs += ms;
  }

  /** Time in milliseconds since the start, without waiting time. */
  get countedMs(): number {
    return this.#now() - this.#began - this.#waitedMs;
  }

  /** Remaining time in milliseconds, at least 1, if no more time is spent waiting. */
  get leftMs(): number {
    return Math.max(1, Math.min(this.limitMs - this.countedMs, this.longestLeftMs));
  }

  /** Remaining time in milliseconds, at least 1, until the upper bound that includes waiting time. */
  get longestLeftMs(): number {
    return Math.max(1, this.#began + this.#longestMs - this.#now());
  }
}
