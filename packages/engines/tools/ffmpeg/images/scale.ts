/** Maps options to the values that a codec supports. */
import type { Scale, SoundCoding } from '../streams/codings.ts';

/** Returns the encoder's value for `quality` from 1 to 100. The default quality is 50. */
export function onScale({ worst, usual, best }: Scale, quality = 50): number {
  const [from, to, share] =
    quality < 50 ? [worst, usual, (quality - 1) / 49] : [usual, best, (quality - 50) / 50];
  return Math.round((from + (to - from) * share) * 10) / 10;
}

/** Returns the supported sample rate nearest to `wanted`. */
export function allowedSamples({ samples }: SoundCoding, wanted: number): number {
  return samples ? nearest(samples, wanted) : wanted;
}

/** Frame rates of film and broadcasting. */
const broadcastRates = [24_000 / 1001, 24, 25, 30_000 / 1001, 30, 50, 60_000 / 1001, 60];

/**
 * Returns a broadcast frame rate in ffmpeg's notation: if possible a multiple of `wanted`, otherwise the next higher
 * rate. `wanted` is 0 if the frame rate is unknown.
 */
export function broadcastRate(wanted: number): string {
  if (wanted === 0) return '25';
  const even = broadcastRates.find((rate) => isMultiple(rate, wanted));
  const rate = even ?? broadcastRates.find((known) => known >= wanted) ?? 60;
  return Number.isInteger(rate) ? String(rate) : `${Math.round(rate * 1001)}/1001`;
}

function isMultiple(rate: number, wanted: number): boolean {
  const times = rate / wanted;
  return Math.round(times) >= 1 && Math.abs(times / Math.round(times) - 1) < 0.0005;
}

function nearest(values: readonly number[], wanted: number): number {
  const [first = wanted] = values;
  return values.reduce(
    (best, value) => (Math.abs(value - wanted) < Math.abs(best - wanted) ? value : best),
    first,
  );
}

/**
 * Returns the supported bit rate nearest to `wanted` kbit/s. Two values in `rates` are the lowest and the highest bit
 * rate. More than two values in `rates` are a list of all supported bit rates.
 */
export function allowedRate({ rates = [] }: SoundCoding, wanted: number): number {
  const [least = wanted, most = wanted] = [rates.at(0), rates.at(-1)];
  if (rates.length <= 2) return Math.round(Math.min(most, Math.max(least, wanted)));
  return nearest(rates, wanted);
}
