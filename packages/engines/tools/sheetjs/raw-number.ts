/**
 * Formats the stored number of a cell as text: digits, an ISO 8601 date or time, or an elapsed time as `h:mm:ss`. Follows Excel's
 * calendar, in which day 1 is 1900-01-01 and day 60 is 1900-02-29, a day that did not exist.
 */
import type { NumberKind } from './number-format.ts';

const dayMs = 86_400_000;
/** Day 0 of the calendar. For dates before March 1900, Excel's day 0 is one day later. */
const epoch = Date.UTC(1899, 11, 30);
/** Days between the epochs of Excel's two calendars. */
export const days1904 = 1462;
const fictionalDay = 60;
/** 9999-12-31, the last day that Excel supports. */
export const lastDay = 2_958_465;
/**
 * Smallest number (a day in 1954) that is treated as a date with a time if the number format shows only a time. If the
 * number format shows only a time, numbers below this limit are durations.
 */
const firstMoment = 20_000;

/** Returns the text of a date or time, or undefined for a plain number. */
export function timeText(value: number, kind: NumberKind, date1904 = false): string | undefined {
  // Treats very large numbers as plain numbers, because their milliseconds are not exact.
  if (kind === 'number' || !(Math.abs(value) * dayMs <= Number.MAX_SAFE_INTEGER)) return undefined;
  // Rounds to milliseconds, because further digits come from binary fractions.
  const ms = Math.round(value * dayMs);
  const days = Math.floor(ms / dayMs);
  if (kind === 'elapsed') return elapsed(ms);
  if (kind === 'time' && ms >= 0 && days < firstMoment) return days === 0 ? clock(ms) : elapsed(ms);
  if (kind === 'time' && ms < 0) return elapsed(ms);
  const day = date1904 ? days + days1904 : days;
  if (day === 0) return clock(ms - days * dayMs);
  const date = dateText(day);
  const rest = ms - days * dayMs;
  if (date === undefined) return undefined;
  return kind === 'date' && rest === 0 ? date : `${date}T${clock(rest)}`;
}

function dateText(day: number): string | undefined {
  if (day > lastDay || day < -600_000) return undefined;
  if (day === fictionalDay) return '1900-02-29';
  const shift = day > 0 && day < fictionalDay ? 1 : 0;
  return new Date(epoch + (day + shift) * dayMs).toISOString().slice(0, 10);
}

const two = (part: number) => String(part).padStart(2, '0');

/** Returns an elapsed time. The hours have no leading zero, because an elapsed time may be longer than 24 hours. */
function elapsed(ms: number): string {
  const [sign, size] = ms < 0 ? ['-', -ms] : ['', ms];
  return `${sign}${Math.floor(size / 3_600_000)}${clock(size).slice(2)}`;
}

/** Returns a time of day as `hh:mm:ss`, with milliseconds if there are any. */
function clock(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const fraction = ms % 1000;
  const text = [Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60, seconds % 60]
    .map(two)
    .join(':');
  return fraction === 0 ? text : `${text}.${String(fraction).padStart(3, '0').replace(/0+$/, '')}`;
}
