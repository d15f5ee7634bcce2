/** Tracks the number of requests that may start in this rate-limit window, and the start of the next window. */

export interface Throttled {
  /** Remaining requests according to a response. */
  remaining: number;
  /** Milliseconds from now until the window ends. */
  endsInMs: number;
}

export class Allowance {
  readonly #perWindow: number;
  #left: number;
  /** End of the window. 0 if no window is known. */
  #endsAt = 0;

  constructor(perWindow: number) {
    this.#perWindow = perWindow;
    this.#left = perWindow;
  }

  /** Returns whether a request may start at `now`, and counts it. */
  take(now: number): boolean {
    this.#renew(now);
    if (this.#left <= 0) return false;
    this.#left -= 1;
    return true;
  }

  /** Returns when the next request may start. Undefined if one may start now, or if only a response tells when the window ends. */
  nextAt(now: number): number | undefined {
    this.#renew(now);
    return this.#left > 0 || this.#endsAt === 0 ? undefined : this.#endsAt;
  }

  /** Adopts the numbers of a response. The server also counts running requests. */
  answered({ remaining, endsInMs }: Throttled, now: number): void {
    this.#left = Math.min(this.#left, remaining);
    this.#endsAt = now + endsInMs;
  }

  /** Blocks requests for `ms`. */
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
