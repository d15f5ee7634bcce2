/** A database as its clients feel it: so many cores, each working off one transaction after the other, first come first served. */
import { Heap } from './heap.ts';
import type { Timeline } from './timeline.ts';

export class SimulatedDatabase {
  /** When each core is free. */
  readonly #cores = new Heap<number>((one, other) => one - other);
  readonly #timeline: Timeline;
  readonly counts: Record<string, number> = {};
  busyMs = 0;

  constructor(timeline: Timeline, cores: number) {
    this.#timeline = timeline;
    for (let core = 0; core < cores; core += 1) this.#cores.add(0);
  }

  /** Takes `ms` of one core, and then runs `commit`. */
  transact(kind: string, ms: number, commit: () => void = () => {}): void {
    this.counts[kind] = (this.counts[kind] ?? 0) + 1;
    this.busyMs += ms;
    const { now } = this.#timeline;
    const end = Math.max(now, this.#cores.take() ?? 0) + ms;
    this.#cores.add(end);
    this.#timeline.after(end - now, commit);
  }
}
