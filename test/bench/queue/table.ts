/** Formats the results of the queue benchmark as Markdown table rows. */
import { spread } from '../measure.ts';
import type { Waits } from './fairness.ts';
import type { Load, Rates } from './rates.ts';

export function headOf(queues: readonly string[]): string {
  const cells = ['queued', 'workers', ...queues];
  return `| ${cells.join(' | ')} |\n| ${cells.map(() => '---').join(' | ')} |`;
}

/** Returns a row of the table. `measured` contains, for each queue, the rates of each round. */
export function rateRow(queued: string, { workers, batch }: Load, measured: readonly Rates[][]): string {
  const at = batch === 1 ? String(workers) : `${workers}, ${batch} per claim`;
  return `| ${[queued, at, ...measured.map(ratesText)].join(' | ')} |`;
}

/**
 * Returns a table cell such as `900 / 800 / 700 → 400 (350–420)`, in jobs per second. The first three numbers are the
 * rates of inserting, claiming and finishing. The numbers after the arrow are the combined rate of claiming and
 * finishing, and its slowest and fastest round. A dash replaces a rate that the queue cannot measure.
 */
function ratesText(rounds: readonly Rates[]): string {
  const both = spread(rounds.map((rates) => rates.both));
  const figures = [
    median(rounds.map(({ enqueue }) => enqueue)),
    median(rounds.map(({ claim }) => claim)),
    median(rounds.map(({ finish }) => finish)),
  ];
  return `${figures.join(' / ')} → ${count(both.median)} (${count(both.min)}–${count(both.max)})`;
}

function median(values: readonly (number | undefined)[]): string {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? '–' : count(spread(known).median);
}

/** Rounds to 2 significant digits, because further digits are noise. */
const count = (value: number) => Number(value.toPrecision(2)).toLocaleString('en');

export function claimsRow(before: string, perSecond: readonly number[]): string {
  const { min, median: middle, max } = spread(perSecond);
  return `| ${before} | ${count(middle)} (${count(min)}–${count(max)}) |`;
}

export function fairnessRow(queue: string, waits: Waits): string {
  return `| ${queue} | ${waitText(waits)} |`;
}

function waitText({ taken: { min, median, max }, unseen }: Waits): string {
  const figure = `${median} (${min}–${max})`;
  return unseen === 0 ? figure : `${figure}; ${unseen} not at all`;
}
