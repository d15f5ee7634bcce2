/** How the processes of a run are to die: at each named point, and at any time. */
import type { FailpointName } from '../../packages/server/src/kit/failpoints.ts';
import type { Chance } from './chance.ts';

export type FaultPlan =
  | { point: FailpointName; nth: number; signal: 'SIGKILL' }
  /** Stands still with a job in its hands until others take it for dead, and then goes on. */
  | { point: FailpointName; nth: number; signal: 'SIGSTOP' }
  | { afterMs: number };

export const points: readonly FailpointName[] = [
  ...(['after-engine', 'after-rename', 'before-commit', 'after-commit'] as const),
  ...(['before-post', 'after-post'] as const),
];

/** From its start on, so that some die before they serve. */
const latestMs = 6_000;
/** Of those that are to die at a point, so many beside them die at any time. */
const atAnyTime = 0.5;

/** So many at least, and one at each point. */
export function faultPlans(count: number, chance: Chance): FaultPlan[] {
  const rounds = Math.max(1, Math.ceil(count / (points.length * (1 + atAnyTime))));
  return Array.from({ length: rounds }, () =>
    chance.shuffled<FaultPlan>([
      ...points.map((point) => ({ point, nth: chance.whole(1, 3), signal: 'SIGKILL' as const })),
      ...deathsAtAnyTime(points.length * atAnyTime, chance),
    ]),
  ).flat();
}

export function deathsAtAnyTime(count: number, chance: Chance): FaultPlan[] {
  return Array.from({ length: count }, () => ({ afterMs: chance.whole(300, latestMs) }));
}

/** With a result that may be on the disk already. */
export function standstill(chance: Chance): FaultPlan {
  return { point: chance.pick(['after-engine', 'after-rename']), nth: chance.whole(1, 3), signal: 'SIGSTOP' };
}

/** How many of them there were where. */
export function describeFaults(deaths: readonly FaultPlan[]): string {
  const places = deaths.map(placeOf);
  const counts = [...points, 'at any time', 'standing still'].map(
    (place) => `${places.filter((one) => one === place).length} ${place}`,
  );
  return `${deaths.length} deaths (${counts.join(', ')})`;
}

function placeOf(fault: FaultPlan): string {
  if (!('point' in fault)) return 'at any time';
  return fault.signal === 'SIGSTOP' ? 'standing still' : fault.point;
}
