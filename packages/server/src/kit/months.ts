/** Calendar months in UTC, by which quotas are counted (contract §9.4). */

export interface Month {
  /** `2026-11`; later months sort behind earlier ones. */
  name: string;
  /** Milliseconds since the epoch at which it begins. */
  start: number;
  /** The same of the month after it. */
  end: number;
}

/** The month that `now`, in milliseconds since the epoch, falls into. */
export function monthOf(now: number): Month {
  const date = new Date(now);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return {
    name: date.toISOString().slice(0, 7),
    start: Date.UTC(year, month),
    end: Date.UTC(year, month + 1),
  };
}
