/** What is told of simulated databases together: waits before, in and after a flood, load, and what became of lost jobs. */
import type { Outcome, Wait } from './simulate.ts';
import type { Parameters } from './parameters.ts';

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

const seconds = (ms: number) => `${Number((ms / 1000).toPrecision(2))} s`;
const percent = (share: number) => `${Math.round(share * 100)} %`;
const count = (value: number) => Math.round(value).toLocaleString('en');

function waitsRow(name: string, waits: readonly Wait[]): string {
  const ms = waits.map((wait) => wait.ms);
  const passedBy = waits.map((wait) => wait.passedBy);
  const cells = [count(waits.length), seconds(percentile(ms, 0.5)), seconds(percentile(ms, 0.99))];
  return `| ${name} | ${cells.join(' | ')} | ${count(percentile(passedBy, 0.99))} |`;
}

/** Of databases that share nothing, each with the same parameters but for the seed. */
export function report(outcomes: readonly Outcome[], { machines, places, cores }: Parameters): string {
  const waitsIn = (pick: (wait: Wait, outcome: Outcome) => boolean) =>
    outcomes.flatMap((outcome) => outcome.waits.filter((wait) => pick(wait, outcome)));
  const isSmall = ({ account }: Wait) => account !== 0;
  const sum = (of: (outcome: Outcome) => number) => outcomes.reduce((total, one) => total + of(one), 0);
  const mean = (of: (outcome: Outcome) => number) => sum(of) / outcomes.length;
  const kinds = Object.keys(outcomes[0]?.transactions ?? {});
  return [
    `${outcomes.length} × ${machines} machines of ${places} places, each on a database of ${cores} cores`,
    '',
    '| jobs | how many | wait, median | p99 | jobs of the flood taken before, p99 |',
    '| --- | --- | --- | --- | --- |',
    waitsRow(
      'small accounts before the flood',
      waitsIn((wait, { floodAt }) => isSmall(wait) && wait.queuedAt < floodAt),
    ),
    waitsRow(
      'small accounts in the flood',
      waitsIn(
        (wait, { floodAt, lossAt }) => isSmall(wait) && wait.queuedAt >= floodAt && wait.queuedAt < lossAt,
      ),
    ),
    waitsRow(
      'small accounts after the loss',
      waitsIn((wait, { lossAt }) => isSmall(wait) && wait.queuedAt >= lossAt),
    ),
    waitsRow(
      'the flood',
      waitsIn((wait) => !isSmall(wait)),
    ),
    '',
    `Places in use ${percent(mean((one) => one.utilisation))}, cores of a database ${percent(mean((one) => one.databaseUtilisation))}.`,
    `Transactions per second of one database: ${kinds.map((kind) => `${kind} ${count(mean((one) => one.transactions[kind] ?? 0))}`).join(', ')}.`,
    `Lost with their machines: ${count(sum((one) => one.lostJobs))} jobs, all begun again ${seconds(Math.max(...outcomes.map((one) => one.recoveryMs)))} later.`,
    `Jobs ${count(sum((one) => one.jobs))}, ended once ${count(sum((one) => one.endedOnce))}, twice ${count(sum((one) => one.endedTwice))}; refused ends ${count(sum((one) => one.refused))}.`,
  ].join('\n');
}
