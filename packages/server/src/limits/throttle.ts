/** The request throttle (contract §9.2): so many requests of each caller in a fixed window of 60 seconds. */
import type { Clock } from '../kit/clock.ts';
import { windowMs, type WindowCount, type Windows } from './windows.ts';

export interface ThrottleVerdict {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Unix time in seconds when the window ends. */
  reset: number;
  /** Whole seconds until then, at least 1. */
  retryAfter: number;
}

interface ThrottleServices {
  /** Shared by all processes, so that it is exact across them. */
  windows: Windows;
  clock: Clock;
  /** Called with the reason when {@link Throttle.look} fails. */
  onError: (error: unknown) => void;
}

export class Throttle {
  readonly #windows: Windows;
  readonly #clock: Clock;
  readonly #onError: (error: unknown) => void;

  constructor({ windows, clock, onError }: ThrottleServices) {
    this.#windows = windows;
    this.#clock = clock;
    this.#onError = onError;
  }

  /** Counts one request of `caller` unless `limit` of them have been; a window begins with its first request. */
  async take(caller: string, limit: number): Promise<ThrottleVerdict> {
    const count = await this.#windows.take({ caller, limit, now: this.#clock.now() });
    return this.#verdict(count, limit);
  }

  /** What `take` would find, counting nothing; an unused window when its count cannot be read, for headers only. */
  async look(caller: string, limit: number): Promise<ThrottleVerdict> {
    const now = this.#clock.now();
    const count = await this.#windows.look({ caller, limit, now }).catch((error: unknown) => {
      this.#onError(error);
      return { admitted: true, used: 0, ends: now + windowMs };
    });
    return this.#verdict(count, limit);
  }

  /** Removes windows that have ended. */
  async sweep(): Promise<void> {
    await this.#windows.sweep(this.#clock.now());
  }

  #verdict({ admitted, used, ends }: WindowCount, limit: number): ThrottleVerdict {
    return {
      allowed: admitted,
      limit,
      remaining: Math.max(0, limit - used),
      reset: Math.ceil(ends / 1000),
      retryAfter: Math.max(1, Math.ceil((ends - this.#clock.now()) / 1000)),
    };
  }
}
