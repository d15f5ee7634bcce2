/**
 * Interface of the 60-second windows in which requests of a caller are counted. Any storage can implement the
 * interface.
 */

export const windowMs = 60_000;

export interface WindowCount {
  /**
   * Whether the request was counted. In the result of `look`, `admitted` states whether the next request would be
   * counted.
   */
  admitted: boolean;
  /** Number of admitted requests in the window. */
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

/** A counted request and its window. */
export interface CountedRequest {
  caller: string;
  /** Current time, in milliseconds since the epoch. */
  now: number;
  /** End of the window that counted the request, in seconds since the epoch, rounded up. */
  reset: number;
}

export interface Windows {
  /** Counts a request unless `limit` is reached. A window begins with its first request. */
  take(question: WindowQuestion): Promise<WindowCount>;
  /** Returns what `take` would return for the next request, without counting a request. */
  look(question: WindowQuestion): Promise<WindowCount>;
  /** Removes a request from the count. Returns undefined if the window of the request has ended or is empty. */
  giveBack(request: CountedRequest): Promise<WindowCount | undefined>;
  /** Removes windows that ended at or before the time `now`. */
  sweep(now: number): Promise<void>;
}
