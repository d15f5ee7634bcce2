/** The clock of a process. The clock is injected, so that tests can set the time. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Monotonic milliseconds from an arbitrary start, for measuring durations. */
  elapsed(): number;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
};
