/** Windows of 60 seconds in which the requests of a caller are counted, wherever they are kept. */

export const windowMs = 60_000;

export interface WindowCount {
  /** Whether the request was counted; of one that is only looked for, whether it would be. */
  admitted: boolean;
  /** Requests admitted in the window. */
  used: number;
  /** Milliseconds since the epoch at which it ends. */
  ends: number;
}

export interface WindowQuestion {
  caller: string;
  limit: number;
  /** Milliseconds since the epoch. */
  now: number;
}

export interface Windows {
  /** Counts one request unless `limit` of them have been; a window begins with its first request. */
  take(question: WindowQuestion): Promise<WindowCount>;
  /** What `take` would find, counting nothing. */
  look(question: WindowQuestion): Promise<WindowCount>;
  /** Removes windows that had ended by `now`. */
  sweep(now: number): Promise<void>;
}
