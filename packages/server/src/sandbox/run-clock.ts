/**
 * Measures the time of a run as on an idle machine: without the time in which its threads waited for a processor that others
 * used.
 */
import type { ProcessorTimes } from './processor-time.ts';

export interface RunClockOptions {
  /** Monotonic milliseconds. */
  now: () => number;
  read: () => ProcessorTimes;
  /** Processors of the machine. */
  processors: number;
  /** Run time before this clock started, in milliseconds. All of it counts, also the wait for a processor. */
  countedMs: number;
}

export class RunClock {
  readonly #options: RunClockOptions;
  readonly #began: number;
  #last: { at: number; times: ProcessorTimes };
  readonly #usedAtStart: number;
  #waitedMs = 0;

  constructor(options: RunClockOptions) {
    this.#options = options;
    this.#began = options.now();
    const times = options.read();
    this.#last = { at: this.#began, times };
    this.#usedAtStart = times.usedMs;
  }

  /**
   * Returns the milliseconds of the run. Reads the counters, so that calls at longer intervals are less precise. In each
   * interval the thread that waited longest counts. Threads of one run that wait for each other would also wait on an idle
   * machine, so its processor time, spread over all processors, is a lower bound.
   */
  elapsedMs(): number {
    const { now, read, processors, countedMs } = this.#options;
    const { at, times: before } = this.#last;
    const [time, times] = [now(), read()];
    this.#last = { at: time, times };
    let longest = 0;
    for (const [thread, waited] of times.waitedMs)
      longest = Math.max(longest, waited - (before.waitedMs.get(thread) ?? 0));
    this.#waitedMs += Math.min(time - at, longest);
    const ran = Math.max(
      time - this.#began - this.#waitedMs,
      (times.usedMs - this.#usedAtStart) / processors,
    );
    return countedMs + ran;
  }
}
