/** Where a wish lies on a codec's own scale. */
import type { Scale, SoundCoding } from './codings.ts';

/** The encoder's measure for `quality`, 1 to 100; 50 and no wish at all are the usual one. */
export function onScale({ worst, usual, best }: Scale, quality = 50): number {
  const [from, to, way] =
    quality < 50 ? [worst, usual, (quality - 1) / 49] : [usual, best, (quality - 50) / 50];
  return Math.round((from + (to - from) * way) * 10) / 10;
}

/** The samples a second that come nearest to `wanted` of those the coding knows. */
export function allowedSamples({ samples }: SoundCoding, wanted: number): number {
  return samples ? nearest(samples, wanted) : wanted;
}

function nearest(values: readonly number[], wanted: number): number {
  const [first = wanted] = values;
  return values.reduce(
    (best, value) => (Math.abs(value - wanted) < Math.abs(best - wanted) ? value : best),
    first,
  );
}

/** The rate nearest to `wanted` kilobits a second that the coding can have: two rates are bounds, more are all there are. */
export function allowedRate({ rates = [] }: SoundCoding, wanted: number): number {
  const [least = wanted, most = wanted] = [rates.at(0), rates.at(-1)];
  if (rates.length <= 2) return Math.round(Math.min(most, Math.max(least, wanted)));
  return nearest(rates, wanted);
}
