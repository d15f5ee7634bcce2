/** The request throttle (contract §9.2): so many requests in a fixed window of 60 seconds, for each caller. */
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

export class Throttle {
  readonly #windows: Windows;
  readonly #clock: Clock;
  readonly #onError: (error: unknown) => void;

  /** `onError` hears why looking failed. */
  constructor(windows: Windows, clock: Clock, onError: (error: unknown) => void) {
    this.#windows = windows;
    this.#clock = clock;
    this.#onError = onError;
  }

  /** Counts one request of `caller` if there is room for it. */
  async take(caller: string, limit: number): Promise<ThrottleVerdict> {
    return this.#verdict(await this.#windows.take(caller, limit), limit);
  }

  /** What `take` would find, counting nothing; an untouched window when that cannot be told, for headers only. */
  async look(caller: string, limit: number): Promise<ThrottleVerdict> {
    const count = await this.#windows.look(caller, limit).catch((error: unknown) => {
      this.#onError(error);
      return { admitted: true, used: 0, ends: this.#clock.now() + windowMs };
    });
    return this.#verdict(count, limit);
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
