/**
 * Measures the times of two variants in turn (A B A B …), so that changes in the speed of the machine affect both
 * variants equally. This module also computes medians, quartiles and ratios.
 */
import { setTimeout as delay } from 'node:timers/promises';

export interface Spread {
  min: number;
  median: number;
  max: number;
}

export function spread(values: readonly number[]): Spread {
  const at = quantile(values);
  return { min: at(0), median: at(0.5), max: at(1) };
}

function quantile(values: readonly number[]): (part: number) => number {
  const sorted = [...values].sort((a, b) => a - b);
  return (part) => sorted[Math.round((sorted.length - 1) * part)] ?? NaN;
}

export interface Quartiles {
  low: number;
  median: number;
  high: number;
}

/** Returns the quartiles. On a busy machine, the quartiles vary less than the minimum and the maximum. */
export function quartiles(values: readonly number[]): Quartiles {
  const at = quantile(values);
  return { low: at(0.25), median: at(0.5), high: at(0.75) };
}

/**
 * Runs `a` and `b` in turn: once to warm up, then `rounds` times with a pause of `pauseMs` before each run. Returns the
 * duration of each run after the warm-up, in milliseconds.
 */
export async function inTurn(
  rounds: number,
  a: () => Promise<unknown>,
  b: () => Promise<unknown>,
  pauseMs = 0,
): Promise<{ a: number[]; b: number[] }> {
  const times = { a: [] as number[], b: [] as number[] };
  await a();
  await b();
  for (let round = 0; round < rounds; round += 1) {
    await delay(pauseMs);
    times.a.push(await timed(a));
    await delay(pauseMs);
    times.b.push(await timed(b));
  }
  return times;
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** One row of the printed table. A row without `most` and `least` has no target. */
export interface Measurement {
  what: string;
  measured: Spread;
  unit: 'ms' | 'MB' | '×' | 'a second';
  /** Target for the median: the maximum (`most`) and the minimum (`least`). */
  most?: number;
  least?: number;
  note?: string;
}

/**
 * Returns the table row for times from {@link inTurn}: `a` is Protean over HTTP, `b` is the bare command (without
 * Protean).
 */
export function overBare(
  what: string,
  { a, b }: { a: readonly number[]; b: readonly number[] },
): Measurement {
  const note = `bare ${Math.round(spread(b).median)} ms, over HTTP ${Math.round(spread(a).median)} ms`;
  return { what: `${what}: time relative to the bare command`, measured: ratios(a, b), unit: '×', note };
}

/** Returns each value of `a` divided by the median of `b`. */
export function ratios(a: readonly number[], b: readonly number[]): Spread {
  const base = spread(b).median;
  return spread(a.map((value) => value / base));
}
