/**
 * Measures how long a run would take on an idle machine. For this, subtracts the time in which the threads of the run
 * waited because other processes used the processors.
 */
import type { ProcessorTimes } from './processor-time.ts';

export interface RunClockOptions {
  /** Returns the monotonic time in milliseconds. */
  now: () => number;
  read: () => ProcessorTimes;
  /** Number of processors of the machine. */
  processors: number;
  /**
   * Time in milliseconds that the run took before this clock started. All of it counts, including the wait for a
   * processor.
   */
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
   * Returns the duration of the run in milliseconds, without the time in which it waited for a processor. If
   * several threads waited between two calls, subtracts only the longest of their waits. Each call reads the
   * counters, so more frequent calls give a more precise result. The result is at least the run's processor
   * time divided by the number of processors, because the run would take this long on an idle machine too.
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
