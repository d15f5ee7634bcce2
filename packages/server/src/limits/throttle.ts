/** The request throttle (contract part 8): so many requests in a fixed window of 60 seconds, for each caller. */
import type { Clock } from '../kit/clock.ts';

const windowMs = 60_000;
/** Callers remembered before those whose window has passed are swept. */
const sweepAbove = 10_000;

export interface Verdict {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Unix time in seconds when the window ends. */
  reset: number;
  /** Whole seconds until then, at least 1. */
  retryAfter: number;
}

interface Window {
  ends: number;
  used: number;
}

/** Counts in this process; a caller's window begins with its first request. */
export class Throttle {
  readonly #clock: Clock;
  readonly #windows = new Map<string, Window>();
  #sweepAt = sweepAbove;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Counts one request of `caller` if there is room for it. */
  take(caller: string, limit: number): Verdict {
    const window = this.#current(caller);
    const allowed = window.used < limit;
    if (allowed) {
      window.used += 1;
      this.#windows.set(caller, window);
      this.#sweep();
    }
    return this.#verdict(window, limit, allowed);
  }

  /** What `take` would find, counting nothing. */
  look(caller: string, limit: number): Verdict {
    const window = this.#current(caller);
    return this.#verdict(window, limit, window.used < limit);
  }

  #current(caller: string): Window {
    const now = this.#clock.now();
    const window = this.#windows.get(caller);
    return window && window.ends > now ? window : { ends: now + windowMs, used: 0 };
  }

  #verdict({ ends, used }: Window, limit: number, allowed: boolean): Verdict {
    return {
      allowed,
      limit,
      remaining: Math.max(0, limit - used),
      reset: Math.ceil(ends / 1000),
      retryAfter: Math.max(1, Math.ceil((ends - this.#clock.now()) / 1000)),
    };
  }

  #sweep(): void {
    if (this.#windows.size < this.#sweepAt) return;
    const now = this.#clock.now();
    for (const [caller, { ends }] of this.#windows) if (ends <= now) this.#windows.delete(caller);
    // Twice what is really in use, so that a flood of callers is not swept through at every request.
    this.#sweepAt = Math.max(sweepAbove, this.#windows.size * 2);
  }
}
