/**
 * Computes the score of a run: a table with a row for each category of cases, the totals that must reach a required
 * value, and a description of every fault.
 */
import { categories, kinds, type AttackKind } from './case.ts';
import { answerMs, type AttemptResult } from './attempt.ts';

/**
 * Maximum fraction of the attempts of `resource` cases that may fail. For each kind of case other than `resource`, all
 * attempts must pass.
 */
const maxResourceFaults = 0.01;

/** Kinds of forbidden actions. If a tripwire (a check in `tripwires/`) detects a forbidden action, the run fails. */
const forbidden: readonly string[] = ['read', 'network', 'write', 'code'];

/**
 * Upper bound on the 99th percentile of the latency of ordinary requests, in milliseconds. A higher latency means that
 * hostile requests slow down ordinary requests.
 */
export const maxProbeMs = 500;

export interface Score {
  lines: readonly string[];
  /** Whether every requirement is met. */
  passed: boolean;
  /**
   * Whether tripwires detected every kind of forbidden action that the cases attempted. Without a sandbox, tripwires
   * are expected to detect every kind.
   */
  tripped: boolean;
}

export function score(tried: readonly AttemptResult[]): Score {
  const faulty = tried.filter(({ faults }) => faults.length > 0);
  const tripped = (tripwire: string) =>
    tried.filter(({ faults }) => faults.some((fault) => fault.startsWith(`${tripwire}:`)));
  const touched = forbidden.map((tripwire) => [tripwire, tripped(tripwire).length] as const);
  const resource = tried.filter((one) => one.case.kind === 'resource');
  const late = resource.filter(({ faults }) => faults.length > 0);
  const others = faulty.filter((one) => one.case.kind !== 'resource');
  const slow = tried.filter(({ ms }) => ms > answerMs);
  const share = resource.length === 0 ? 1 : 1 - late.length / resource.length;
  return {
    lines: [
      ...faulty.map(inWords),
      '',
      ...table(tried),
      '',
      `${new Set(tried.map((one) => one.case.name)).size} cases, ${tried.length} attempts, ${refusals(tried)} refused, ${tried.length - refusals(tried) - crashes(tried)} converted harmlessly, ${crashes(tried)} answered 502`,
      `tripwires tripped: ${touched.map(([tripwire, count]) => `${tripwire} ${count}`).join(', ')}`,
      `resource cases answered in time, with the envelope, nothing left: ${resource.length - late.length} of ${resource.length} (${(share * 100).toFixed(1)}%)`,
      `the slowest: ${slowest(tried)}`,
    ],
    tripped:
      touched.some(([, count]) => count > 0) &&
      touched.every(([tripwire, count]) => count > 0 || !tried.some((one) => one.case.kind === tripwire)),
    passed:
      others.length === 0 &&
      slow.length === 0 &&
      touched.every(([, count]) => count === 0) &&
      share >= 1 - maxResourceFaults,
  };
}

const slowest = (tried: readonly AttemptResult[]) =>
  [...tried]
    .sort((a, b) => b.ms - a.ms)
    .slice(0, 5)
    .map(({ case: { name }, to, ms }) => `${name}${to ? ` → ${to}` : ''} ${(ms / 1000).toFixed(1)} s`)
    .join(', ');

const refusals = (tried: readonly AttemptResult[]) =>
  tried.filter(({ status }) => status >= 400 && status < 500).length;
const crashes = (tried: readonly AttemptResult[]) =>
  tried.filter(({ status }) => status >= 500 || status === 0).length;

export function inWords(one: AttemptResult): string {
  const what = one.to ? `${one.case.name} → ${one.to}` : one.case.name;
  return `${what}: ${one.status} ${one.reason} after ${one.ms} ms; ${one.faults.join('; ')}`;
}

function table(tried: readonly AttemptResult[]): string[] {
  const cell = (text: string, width: number) => text.padStart(width);
  const of = (category: string, kind: AttackKind) => {
    const some = tried.filter((one) => one.case.category === category && one.case.kind === kind);
    return some.length === 0
      ? ''
      : `${some.filter(({ faults }) => faults.length === 0).length}/${some.length}`;
  };
  const used = categories.filter((category) => tried.some((one) => one.case.category === category));
  return [
    ['passed'.padEnd(10), ...kinds.map((kind) => cell(kind, 10))].join(''),
    ...used.map((category) =>
      [category.padEnd(10), ...kinds.map((kind) => cell(of(category, kind), 10))].join(''),
    ),
  ];
}

/** Returns a percentile of `values`. `share` is between 0 and 1, such as 0.99 for the 99th percentile. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
