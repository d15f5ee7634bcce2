/**
 * Measures how long a run would take on an idle machine. The threads of the run wait while other processes use the
 * processors. The waiting time of the threads is subtracted from the duration of the run.
 */
import type { ProcessorTimes } from './processor-time.ts';

export interface RunClockOptions {
  /** Returns the monotonic time in milliseconds. */
  now: () => number;
  read: () => ProcessorTimes;
  /** Number of processors of the machine. */
  processors: number;
  /**
   * Time in milliseconds that the run took before this clock started. The time before the clock started counts towards
   * the limit in full, including waits for a processor.
   */
  countedMs: number;
}

/**
 * Minimum processor time in milliseconds from which the ratio of waiting time to processor time is estimated. Shorter
 * times give random results.
 */
const leastRanMs = 5;

export class RunClock {
  readonly #options: RunClockOptions;
  readonly #began: number;
  #last: { at: number; times: ProcessorTimes };
  readonly #usedAtStart: number;
  #waitedMs = 0;
  /** Waiting time for each millisecond on a processor, in the last interval in which a thread ran. */
  #stretch = 0;
  /** For each thread that was ready to run at the last reading, an estimate of the time at which its wait began. */
  #readySince: ReadonlyMap<number, number> = new Map();

  constructor(options: RunClockOptions) {
    this.#options = options;
    this.#began = options.now();
    const times = options.read();
    this.#last = { at: this.#began, times };
    this.#usedAtStart = times.usedMs;
  }

  /**
   * Returns the duration of the run in milliseconds, without the time in which the run waited for a processor. Each
   * call reads the counters, so more frequent calls give a more precise result. The returned duration is at least the
   * run's processor time divided by the number of processors, because threads of the run compete with each other even
   * on an idle machine.
   */
  elapsedMs(): number {
    const { now, read, processors, countedMs } = this.#options;
    const { at, times: before } = this.#last;
    const [time, times] = [now(), read()];
    this.#last = { at: time, times };
    const passedMs = time - this.#began;
    this.#waitedMs = Math.min(passedMs, this.#waitedMs + this.#waitOf(before, times));
    const waitedMs = this.#waitedMs + this.#pendingWait(before, at);
    return countedMs + Math.max(passedMs - waitedMs, (times.usedMs - this.#usedAtStart) / processors);
  }

  /**
   * Returns the waiting time that ended between two readings. The waiting time is the sum of the longest wait of a
   * single thread and the estimated wait of processes that have exited. For processes that have exited, the kernel
   * reports only the processor time.
   */
  #waitOf(before: ProcessorTimes, after: ProcessorTimes): number {
    let [longest, ran, waited] = [0, 0, 0];
    for (const [id, thread] of after.threads) {
      const { ranMs = 0, waitedMs = 0 } = before.threads.get(id) ?? {};
      longest = Math.max(longest, thread.waitedMs - waitedMs);
      waited += thread.waitedMs - waitedMs;
      ran += thread.ranMs - ranMs;
    }
    if (ran >= leastRanMs) this.#stretch = waited / ran;
    const exitedMs = Math.max(0, after.usedMs - before.usedMs - ran);
    return longest + exitedMs * this.#stretch;
  }

  /**
   * Returns how long a thread that is ready to run has waited since it ran last. Without an estimate of the current
   * wait, a long wait would count towards the time limit and could end the run, because the kernel adds a wait to the
   * thread's counters only when the wait ends. `before` is the previous reading, and `at` is the time of that reading.
   */
  #pendingWait(before: ProcessorTimes, at: number): number {
    const { at: time, times } = this.#last;
    const readySince = new Map<number, number>();
    let longest = 0;
    for (const [id, thread] of times.threads) {
      const previous = before.threads.get(id);
      // A new thread is skipped, because its start time is unknown.
      if (!thread.isReady || !previous) continue;
      const [ran, waited] = [thread.ranMs - previous.ranMs, thread.waitedMs - previous.waitedMs];
      // A thread that was not ready at the previous reading has waited at most since that reading.
      const since = ran > 0 ? at + ran + waited : (this.#readySince.get(id) ?? at);
      readySince.set(id, since);
      longest = Math.max(longest, time - since);
    }
    this.#readySince = readySince;
    return longest;
  }
}
