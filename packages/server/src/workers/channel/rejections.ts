/** Counts rejected connections, and logs them in at most one line per minute. */
import type { Logger } from 'pino';

const windowMs = 60_000;

interface RejectionServices {
  log: Pick<Logger, 'warn'>;
  /** Returns the monotonic time in milliseconds. */
  now: () => number;
}

export class Rejections {
  readonly #services: RejectionServices;
  /** Start of the current window: the time of the last log line. */
  #since = -Infinity;
  /**
   * `#count` is the number of rejections in the current window. `#unlogged` is the number of rejections that no log
   * line has reported yet.
   */
  #count = 0;
  #unlogged = 0;

  constructor(services: RejectionServices) {
    this.#services = services;
  }

  /** Records one rejected connection. */
  add(cause: string): void {
    const { log, now } = this.#services;
    this.#unlogged += 1;
    if (this.#isRecent()) {
      this.#count += 1;
      return;
    }
    log.warn({ cause, connections: this.#unlogged }, 'connections without the key were rejected');
    this.#since = now();
    this.#count = 1;
    this.#unlogged = 0;
  }

  /** Number of rejections since the last log line, or 0 if the last log line was written more than a minute ago. */
  get recent(): number {
    return this.#isRecent() ? this.#count : 0;
  }

  #isRecent(): boolean {
    return this.#services.now() - this.#since < windowMs;
  }
}
