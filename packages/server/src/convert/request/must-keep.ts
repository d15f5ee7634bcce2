/** `must_keep`: what a conversion must not lose, or it is refused and nothing is charged. */
import type { Facts } from '@protean/engines/passes/file_info/facts.ts';
import { ServiceError } from '../../errors.ts';
import { holds } from './held-traits.ts';
import { keepable, lostWith, type Keepable } from './keepable.ts';
import type { Route } from '../catalogue/planner.ts';
import { routeDetails } from '../catalogue/route-details.ts';

export const mustKeepOption = 'must_keep';

/** For the descriptions of requests: every conversion takes it beside the options of its route. */
export const mustKeepSchema = {
  type: 'string',
  description: `What must not be lost, separated by commas, or the conversion is refused: ${keepable.join(', ')}.`,
} as const;

const isKeepable = (name: string): name is Keepable => keepable.some((known) => known === name);
/** The names in `given`. Throws `bad_request` for one that there is not. */
export function readMustKeep(given: unknown): Keepable[] {
  if (given === undefined) return [];
  const names = typeof given === 'string' ? given.split(',').map((name) => name.trim().toLowerCase()) : [''];
  const unknown = names.find((name) => !isKeepable(name));
  if (unknown === undefined) return names.filter(isKeepable);
  throw new ServiceError(
    'bad_request',
    `The option "${mustKeepOption}" is not valid: "${unknown.slice(0, 40)}" is none of ${keepable.join(', ')}.`,
    { details: { field: mustKeepOption, allowed: keepable } },
  );
}

/** Those of `wanted` that the route may lose. */
export function atRisk(wanted: readonly Keepable[], { loses }: Pick<Route, 'loses'>): Keepable[] {
  return wanted.filter((name) => loses.includes(lostWith(name)));
}

/** Throws `unsupported_route` where the route may lose one of `wanted` that the source is not known to lack. */
export function checkKept(wanted: readonly Keepable[], route: Route, source: Facts = {}): void {
  const lost = atRisk(wanted, route).filter((name) => holds(name, source) !== false);
  if (lost.length > 0) throw wouldLose(lost, route, 'may lose');
}

/** The refusal of a conversion that may lose, or has lost, what must be kept. */
export function wouldLose(
  lost: readonly Keepable[],
  { source, target }: Pick<Route, 'source' | 'target'>,
  verb: 'may lose' | 'lost',
): ServiceError {
  return new ServiceError(
    'unsupported_route',
    `${source} to ${target} ${verb} what must be kept: ${lost.join(', ')}. Choose a target that holds it, or leave it out of "${mustKeepOption}".`,
    { details: { reason: 'would_lose', lost, ...routeDetails(source, target) } },
  );
}
