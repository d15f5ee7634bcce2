/**
 * The request throttle (contract §9.2). The throttle limits the requests per caller in a fixed window of 60 seconds.
 */
import type { Clock } from '../kit/clock.ts';
import { windowMs, type WindowCount, type Windows } from './windows.ts';

export interface ThrottleVerdict {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** End of the window as Unix time, in seconds. */
  reset: number;
  /** Whole seconds until the end of the window, at least 1. */
  retryAfter: number;
}

/** The limit for refused requests, as a multiple of the ordinary limit. */
const refusedPerRequest = 10;

interface ThrottleServices {
  /** Counts of requests, shared by all processes so that the limit is exact across them. */
  windows: Windows;
  clock: Clock;
  /** Called with the reason if {@link Throttle.look} or {@link Throttle.refuse} fails. */
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

  /** Counts a request of `caller` unless `limit` is reached. A window begins with its first request. */
  async take(caller: string, limit: number): Promise<ThrottleVerdict> {
    const count = await this.#windows.take({ caller, limit, now: this.#clock.now() });
    return this.#verdict(count, limit);
  }

  /**
   * Returns the verdict of `take` for the next request, without counting a request. If the count cannot be read,
   * returns the verdict of an empty window, because only response headers show the verdict.
   */
  async look(caller: string, limit: number): Promise<ThrottleVerdict> {
    const now = this.#clock.now();
    const count = await this.#windows.look({ caller, limit, now }).catch((error: unknown) => {
      this.#onError(error);
      return { admitted: true, used: 0, ends: now + windowMs };
    });
    return this.#verdict(count, limit);
  }

  /**
   * Called for a counted request that was refused before its conversion started. Moves the request from the ordinary
   * window to the caller's window of refused requests, which has 10 times the limit. Returns the state of the ordinary
   * window. If the window of refused requests is full, or the count cannot be changed, the request stays in the
   * ordinary window. In total, a caller can send at most as many requests as the sum of the ordinary limit and the
   * limit for refused requests.
   */
  async refuse(caller: string, counted: ThrottleVerdict): Promise<ThrottleVerdict> {
    const now = this.#clock.now();
    const { limit, reset } = counted;
    try {
      const wider = { caller: `refused ${caller}`, limit: limit * refusedPerRequest, now };
      if (!(await this.#windows.take(wider)).admitted) return counted;
      const count = await this.#windows.giveBack({ caller, now, reset });
      return count ? this.#verdict(count, limit) : counted;
    } catch (error) {
      this.#onError(error);
      return counted;
    }
  }

  /** Removes expired windows. */
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
