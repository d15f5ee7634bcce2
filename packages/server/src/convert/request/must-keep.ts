/** Implements `must_keep`, which refuses conversions that would lose a named trait. */
import type { Facts } from '@protean/engines/passes/file_info/file-info.ts';
import { lostWith, type Keepable } from '@protean/engines/contract/keepable.ts';
import { ServiceError } from '../../errors.ts';
import { holds } from './held-traits.ts';
import type { Route } from '../catalogue/planner.ts';
import { routeDetails } from '../catalogue/route-details.ts';

/** Returns the traits of `wanted` that the route may lose. */
export function atRisk(wanted: readonly Keepable[], { loses }: Pick<Route, 'loses'>): Keepable[] {
  return wanted.filter((name) => loses.includes(lostWith(name)));
}

/** Throws `unsupported_route` if the route may lose a trait in `wanted` that the source may hold. */
export function checkKept(wanted: readonly Keepable[], route: Route, source: Facts = {}): void {
  const lost = atRisk(wanted, route).filter((name) => holds(name, source) !== false);
  if (lost.length > 0) throw wouldLose(lost, route, 'may lose');
}

/** Returns the error for a conversion that may lose, or has lost, a trait that must be kept. */
export function wouldLose(
  lost: readonly Keepable[],
  { source, target }: Pick<Route, 'source' | 'target'>,
  verb: 'may lose' | 'lost',
): ServiceError {
  return new ServiceError(
    'unsupported_route',
    `${source} to ${target} ${verb} traits listed in "must_keep": ${lost.join(', ')}. Choose another target, or remove them from "must_keep".`,
    { details: { reason: 'would_lose', lost, ...routeDetails(source, target) } },
  );
}
