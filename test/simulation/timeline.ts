/** Simulated time: what is to happen, in the order of its time, and of equal times in that in which it was planned. */
import { Heap } from './heap.ts';

interface Planned {
  at: number;
  nth: number;
  run: () => void;
}

export class Timeline {
  /** Milliseconds. */
  now = 0;
  readonly #planned = new Heap<Planned>((one, other) => one.at - other.at || one.nth - other.nth);
  #count = 0;

  after(ms: number, run: () => void): void {
    this.#planned.add({ at: this.now + ms, nth: (this.#count += 1), run });
  }

  /** Until nothing is planned, or `untilMs`. */
  run(untilMs = Infinity): void {
    for (;;) {
      const next = this.#planned.first;
      if (!next || next.at > untilMs) return;
      this.#planned.take();
      this.now = next.at;
      next.run();
    }
  }
}
