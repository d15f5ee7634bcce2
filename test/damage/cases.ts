/**
 * Lists the conversions of damaged files. For each format and each engine that reads the format, the test damages a
 * sample file in every way. The test converts each damaged file to only one target.
 */
import type { RouteIndex, Route } from '../../packages/server/src/convert/catalogue/planner.ts';
import { reopen } from '../corpus/reopen.ts';
import { sampleFor } from '../samples/samples.ts';
import { damages, type Damage } from './damages.ts';

export interface DamageCase {
  route: Route;
  sample: string;
  damage: Damage;
}

/**
 * Returns the cases, ordered by source format. Each case has the target with the cheapest route, but targets that an
 * independent tool can open are preferred.
 */
export function allCases(routes: RouteIndex): DamageCase[] {
  const cheapest = new Map<string, Route>();
  for (const route of routes.all()) {
    const reader = `${route.source} ${route.steps[0]?.engine ?? ''}`;
    const other = cheapest.get(reader);
    if (!other || effort(route) < effort(other)) cheapest.set(reader, route);
  }
  return [...cheapest.values()].flatMap((route) =>
    damages.map((damage) => ({ route, damage, sample: sampleFor(route.source, route.target) })),
  );
}

const effort = ({ steps, target }: Route) =>
  steps.reduce((sum, step) => sum + step.cost, 0) + (target in reopen ? 0 : 1000);
