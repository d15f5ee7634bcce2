/** Calendar months in UTC, which quotas use (contract §9.4). */

export interface Month {
  /** Name such as `2026-11`. The alphabetical order of names is also the chronological order of months. */
  name: string;
  /** Milliseconds since the epoch. */
  start: number;
  /** Start of the next month, in milliseconds since the epoch. */
  end: number;
}

/** Returns the month that contains `now`, in milliseconds since the epoch. */
export function monthOf(now: number): Month {
  const date = new Date(now);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return {
    name: date.toISOString().slice(0, 7),
    start: Date.UTC(year, month),
    end: Date.UTC(year, month + 1),
  };
}
