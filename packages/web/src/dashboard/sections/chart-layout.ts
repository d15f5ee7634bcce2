/** Computes the positions of a chart's bars and of the lines behind the bars. */

export interface Bar {
  x: number;
  width: number;
  /** Height above the base line. */
  height: number;
  failedHeight: number;
}

interface Day {
  conversions: number;
  failed: number;
}

/**
 * Returns the smallest round number that is at least `value`: 1, 2 or 5 times a power of 10. Returns 4 for values below
 * 4.
 */
export function roundTop(value: number): number {
  if (value <= 4) return 4;
  const power = 10 ** Math.floor(Math.log10(value));
  const factor = [1, 2, 5, 10].find((one) => one * power >= value) ?? 10;
  return factor * power;
}

/**
 * Returns the bars in the order of the days. If `isRightToLeft`, the bars run from right to left. If a day has
 * activity, its bar has a height of at least 2.
 */
export function barsOf(
  days: readonly Day[],
  { width, height, isRightToLeft }: { width: number; height: number; isRightToLeft: boolean },
): { bars: Bar[]; top: number } {
  const top = roundTop(Math.max(0, ...days.map(({ conversions, failed }) => conversions + failed)));
  const step = width / Math.max(1, days.length);
  const barWidth = Math.max(2, Math.min(24, step * 0.7));
  const scaled = (count: number) => (count === 0 ? 0 : Math.max(2, (count / top) * height));
  const bars = days.map(({ conversions, failed }, n) => {
    const x = step * n + (step - barWidth) / 2;
    return {
      x: isRightToLeft ? width - x - barWidth : x,
      width: barWidth,
      height: scaled(conversions),
      failedHeight: scaled(failed),
    };
  });
  return { bars, top };
}
