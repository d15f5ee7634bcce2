/** Interface of the 60-second windows in which requests of a caller are counted, independent of the storage. */

export const windowMs = 60_000;

export interface WindowCount {
  /** Whether the request was counted, or would be for `look`. */
  admitted: boolean;
  /** Admitted requests of the window. */
  used: number;
  /** End of the window, in milliseconds since the epoch. */
  ends: number;
}

export interface WindowQuestion {
  caller: string;
  limit: number;
  /** Current time, in milliseconds since the epoch. */
  now: number;
}

/** The place of a counted request. */
export interface CountedRequest {
  caller: string;
  /** Current time, in milliseconds since the epoch. */
  now: number;
  /** End of the window that counted it, rounded up to seconds since the epoch. */
  reset: number;
}

export interface Windows {
  /** Counts a request unless `limit` is reached. A window begins with its first request. */
  take(question: WindowQuestion): Promise<WindowCount>;
  /** Returns the result of `take` without counting. */
  look(question: WindowQuestion): Promise<WindowCount>;
  /** Counts a request no longer. Returns undefined if its window has ended or is empty. */
  giveBack(request: CountedRequest): Promise<WindowCount | undefined>;
  /** Removes windows that had ended by `now`. */
  sweep(now: number): Promise<void>;
}
