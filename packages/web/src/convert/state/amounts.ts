/** Formats sizes, fractions and times for a language. */

const KB = 1024;
const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** Formats a size in units of 1,024, such as `2.4 MB`. */
export function writeSize(bytes: number, language: string): string {
  const power = bytes < KB ? 0 : Math.min(units.length - 1, Math.floor(Math.log(bytes) / Math.log(KB)));
  const amount = bytes / KB ** power;
  const maximumFractionDigits = amount < 10 && power > 0 ? 1 : 0;
  const style = {
    style: 'unit',
    unit: units[power] ?? 'byte',
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits,
  } as const;
  return new Intl.NumberFormat(language, style).format(amount);
}

export function writePercent(share: number, language: string): string {
  return new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 }).format(share);
}

/** Formats a countdown, such as `0:42`. Rounds up, so that 0:00 is shown only at the end. */
export function writeCountdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Formats an approximate duration: in seconds if it is shorter than 2 minutes, otherwise in minutes. */
export function writeSeconds(seconds: number, language: string): string {
  const [amount, unit] = seconds < 120 ? [seconds, 'second'] : [seconds / 60, 'minute'];
  const style = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 0 } as const;
  return new Intl.NumberFormat(language, style).format(Math.max(1, Math.ceil(amount)));
}
