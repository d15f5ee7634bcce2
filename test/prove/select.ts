/** Selects the routes that `script/prove` runs: by format, category, engine or commit, or only every n-th route. */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import type { Route } from '../../packages/server/src/convert/catalogue/planner.ts';
import {
  chainName,
  readRouteList,
  routeListFile,
} from '../../packages/server/src/convert/catalogue/route-list.ts';
import { format } from '@protean/formats';

export interface Selection {
  source?: string | undefined;
  target?: string | undefined;
  engine?: string | undefined;
  /** Selects only routes whose source or target has the category `category`. */
  category?: string | undefined;
  /** Selects only routes from a format to itself. */
  same?: boolean;
  /** A Git commit. Selects only routes that are missing from the route list of this commit. */
  since?: string | undefined;
  /**
   * A value `k/n`, with k from 1 to n, selects every n-th route. Each k selects different routes. Together, all n
   * values of k select every route.
   */
  share?: string | undefined;
}

export function select(
  routes: readonly Route[],
  { source, target, engine, category, same, since, share }: Selection,
): Route[] {
  const [first = 0, every = 1] = share?.split('/').map(Number) ?? [];
  const before = since === undefined ? undefined : routesOf(since);
  return routes
    .filter((route) => !before?.has(chainName(route)))
    .filter((route) => !source || source.split(',').includes(route.source))
    .filter((route) => !target || target.split(',').includes(route.target))
    .filter((route) => !engine || route.steps.some((step) => step.engine === engine))
    .filter(
      (route) => !category || [route.source, route.target].some((ext) => format(ext).category === category),
    )
    .filter((route) => !same || route.source === route.target)
    .filter((_, n) => n % every === first % every);
}

/** Returns the rows of the route list at a commit, by route name. */
function routesOf(commit: string): ReadonlyMap<string, string> {
  const { dir, base } = path.parse(routeListFile.pathname);
  const git = ['-C', dir, 'show', `${commit}:./${base}`];
  return readRouteList(execFileSync('git', git, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }));
}
