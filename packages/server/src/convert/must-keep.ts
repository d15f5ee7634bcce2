/** `must_keep`: what a conversion must not lose; a route that may lose it is refused before anything runs or is charged. */
import { traits, type Trait } from '@protean/formats/format.ts';
import { ServiceError } from '../errors.ts';
import type { Route } from './planner.ts';
import { routeDetails } from './route-details.ts';

export const mustKeepOption = 'must_keep';

/** What has a name of its own although the formats are told apart by the whole: it is lost with that. */
const partOf = {
  headings: 'structure',
  lists: 'structure',
  links: 'structure',
  tables: 'structure',
} as const;

type Part = keyof typeof partOf;

/** What can be asked to be kept. */
export type Keepable = Trait | Part;

export const keepable: readonly Keepable[] = [
  ...(Object.keys(traits) as Trait[]),
  ...(Object.keys(partOf) as Part[]),
];

/** For the descriptions of requests: every conversion takes it beside the options of its route. */
export const mustKeepSchema = {
  type: 'string',
  description: `What must not be lost, separated by commas, or the conversion is refused: ${keepable.join(', ')}.`,
} as const;

const isKeepable = (name: string): name is Keepable => keepable.some((known) => known === name);
const isPart = (name: Keepable): name is Part => Object.hasOwn(partOf, name);

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

/** Throws `unsupported_route` where the route may lose one of `wanted`. */
export function checkKept(wanted: readonly Keepable[], { source, target, loses }: Route): void {
  const lost = wanted.filter((name) => loses.includes(isPart(name) ? partOf[name] : name));
  if (lost.length === 0) return;
  throw new ServiceError(
    'unsupported_route',
    `${source} to ${target} may lose what must be kept: ${lost.join(', ')}. Choose a target that holds it, or leave it out of "${mustKeepOption}".`,
    { details: { reason: 'would_lose', lost, ...routeDetails(source, target) } },
  );
}
