/**
 * The place that a request takes in its caller's throttle window, which has a limited number of places. If a client
 * error ends the request before its conversion starts, the request's place in the window is released.
 */
import type { Throttle, ThrottleVerdict } from '../../limits/throttle.ts';

export class CountedPlace {
  readonly #throttle: Pick<Throttle, 'refuse'>;
  readonly #window: string;
  readonly #verdict: ThrottleVerdict;
  #isKept = false;

  constructor(throttle: Pick<Throttle, 'refuse'>, window: string, verdict: ThrottleVerdict) {
    this.#throttle = throttle;
    this.#window = window;
    this.#verdict = verdict;
  }

  /**
   * Keeps the request's place in the throttle window, even if the request fails later. Called when a conversion starts,
   * because a failed conversion costs as much as a successful conversion.
   */
  keep(): void {
    this.#isKept = true;
  }

  /**
   * Called when the request was refused with the HTTP status `status`. If the client is at fault and no
   * conversion has started, releases the place of the request in the throttle window. Returns the state of
   * the window, or undefined if the place is kept.
   */
  async refused(status: number): Promise<ThrottleVerdict | undefined> {
    // The client is not at fault if the server is overloaded (503) or a limit is used up (429).
    const isMistake = status >= 400 && status < 500 && status !== 429;
    if (this.#isKept || !isMistake) return undefined;
    this.#isKept = true;
    return this.#throttle.refuse(this.#window, this.#verdict);
  }
}
