/**
 * Plans the faults of the processes in a chaos run: kills at failpoints (named points in the code), kills at random
 * times, and pauses.
 */
import type { FailpointName } from '../../packages/server/src/kit/failpoints.ts';
import type { SeededRandom } from './seeded-random.ts';

export type FaultPlan =
  | { point: FailpointName; nth: number; signal: 'SIGKILL' }
  /**
   * Pauses a process at a failpoint while it holds a job. After the lease of the process has expired, the process is
   * resumed.
   */
  | { point: FailpointName; nth: number; signal: 'SIGSTOP' }
  | { afterMs: number };

export const points: readonly FailpointName[] = [
  ...(['after-engine', 'after-rename', 'before-commit', 'after-commit'] as const),
  ...(['before-post', 'after-post'] as const),
];

/**
 * Maximum time from the start of a process to its kill, in milliseconds. The actual time is random, so some processes
 * are killed before they accept requests.
 */
const latestMs = 6_000;
/** Ratio of kills at random times to kills at failpoints. */
const atAnyTime = 0.5;

/** Returns at least `count` fault plans, and at least one for each failpoint. */
export function faultPlans(count: number, random: SeededRandom): FaultPlan[] {
  const rounds = Math.max(1, Math.ceil(count / (points.length * (1 + atAnyTime))));
  return Array.from({ length: rounds }, () =>
    random.shuffled<FaultPlan>([
      ...points.map((point) => ({ point, nth: random.integer(1, 3), signal: 'SIGKILL' as const })),
      ...killsAtAnyTime(points.length * atAnyTime, random),
    ]),
  ).flat();
}

export function killsAtAnyTime(count: number, random: SeededRandom): FaultPlan[] {
  return Array.from({ length: count }, () => ({ afterMs: random.integer(300, latestMs) }));
}

/**
 * Returns a plan that pauses a process at one of two failpoints: after the engine has run, or after the
 * result has been moved to its final path.
 */
export function pausePlan(random: SeededRandom): FaultPlan {
  return {
    point: random.pick(['after-engine', 'after-rename']),
    nth: random.integer(1, 3),
    signal: 'SIGSTOP',
  };
}

/** Returns a text with the number of faults of each kind: at each failpoint, at random times, and pauses. */
export function describeFaults(faults: readonly FaultPlan[]): string {
  const kinds = faults.map(kindOf);
  const counts = [...points, 'at any time', 'paused'].map(
    (kind) => `${kinds.filter((one) => one === kind).length} ${kind}`,
  );
  return `${faults.length} faults (${counts.join(', ')})`;
}

function kindOf(fault: FaultPlan): string {
  if (!('point' in fault)) return 'at any time';
  return fault.signal === 'SIGSTOP' ? 'paused' : fault.point;
}
