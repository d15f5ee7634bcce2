/** How many requests may still start in this window of the throttle, and when the next window begins. */

export interface Throttled {
  /** Requests left, as an answer says. */
  remaining: number;
  /** Milliseconds from now until the window ends. */
  endsInMs: number;
}

export class Allowance {
  readonly #perWindow: number;
  #left: number;
  /** When the window ends; 0 while none is known to run. */
  #endsAt = 0;

  constructor(perWindow: number) {
    this.#perWindow = perWindow;
    this.#left = perWindow;
  }

  /** Whether a request may start at `now`; it is counted if so. */
  take(now: number): boolean {
    this.#renew(now);
    if (this.#left <= 0) return false;
    this.#left -= 1;
    return true;
  }

  /** When the next request may start; undefined where one may now, or where an answer has to come first. */
  nextAt(now: number): number | undefined {
    this.#renew(now);
    return this.#left > 0 || this.#endsAt === 0 ? undefined : this.#endsAt;
  }

  /** Learns from an answer; requests under way are counted by the server as well. */
  answered({ remaining, endsInMs }: Throttled, now: number): void {
    this.#left = Math.min(this.#left, remaining);
    this.#endsAt = now + endsInMs;
  }

  /** Nothing may start for `ms`. */
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
