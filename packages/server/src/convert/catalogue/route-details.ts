/** Adds the route to the details of every error of a conversion (contract §11.5). */
import { formatNamed } from '@protean/formats';
import { ServiceError } from '../../errors.ts';
import type { Route } from './planner.ts';

type RouteDetails = Record<'source' | 'target' | 'route', string>;

/**
 * Returns the error details for a route between two formats. The caller of the API chose the format names, which may be
 * unknown. `route` looks like `docx->mp3`.
 */
export function routeDetails(sourceName: string, targetName: string): RouteDetails {
  const [source, target] = [sourceName, targetName].map(
    (name) => formatNamed(name)?.ext ?? shortened(name),
  ) as [string, string];
  return { source, target, route: `${source}->${target}` };
}

/** Adds the route of the failed conversion to `error`. Internal errors and abort errors are returned unchanged. */
export function withRoute(error: unknown, { source, target }: Pick<Route, 'source' | 'target'>): unknown {
  return error instanceof ServiceError ? error.withDetails(routeDetails(source, target)) : error;
}

/** Shortens a long name for an error message. */
export const shortened = (name: string) => (name.length > 32 ? `${name.slice(0, 32)}…` : name);
