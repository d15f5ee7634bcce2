/** Counts the requests that may still start in this rate-limit window, and stores when the window ends. */

export interface Throttled {
  /** Number of remaining requests, as stated in a response. */
  remaining: number;
  /** Time until the window ends, in milliseconds. */
  endsInMs: number;
}

export class Allowance {
  readonly #perWindow: number;
  #left: number;
  /** End of the window, in milliseconds since the epoch, or 0 if the end is unknown. */
  #endsAt = 0;

  constructor(perWindow: number) {
    this.#perWindow = perWindow;
    this.#left = perWindow;
  }

  /** Counts a request at `now` and returns true. If the request must not start, counts nothing and returns false. */
  take(now: number): boolean {
    this.#renew(now);
    if (this.#left <= 0) return false;
    this.#left -= 1;
    return true;
  }

  /**
   * Returns the time at which the next request may start. Returns undefined if the next request may start now, or if
   * the end of the window is not known yet.
   */
  nextAt(now: number): number | undefined {
    this.#renew(now);
    return this.#left > 0 || this.#endsAt === 0 ? undefined : this.#endsAt;
  }

  /**
   * Stores the end of the window from a response. Stores the number of remaining requests too, unless this object has
   * counted fewer remaining requests. The service may not have received all requests of this page when it sent the
   * response.
   */
  answered({ remaining, endsInMs }: Throttled, now: number): void {
    this.#left = Math.min(this.#left, remaining);
    this.#endsAt = now + endsInMs;
  }

  /** Blocks all requests for `ms`. */
  refused(ms: number, now: number): void {
    this.#left = 0;
    this.#endsAt = now + ms;
  }

  #renew(now: number): void {
    if (this.#endsAt === 0 || now < this.#endsAt) return;
    this.#left = this.#perWindow;
    this.#endsAt = 0;
  }
}
