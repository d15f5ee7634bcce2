/**
 * The list of offered routes, `routes.tsv`. The planner, the documentation and reviewers use the list of offered
 * routes.
 */
import { readFileSync } from 'node:fs';
import type { Route } from './planner.ts';

/**
 * One row per route: its chain, a tab, and the losses that the route has if all engines are installed. `script/docs`
 * writes this list of routes. `script/prove --candidates` adds chains to this list.
 */
export const routeListFile = new URL('./routes.tsv', import.meta.url);

/** Returns the name of the route's chain in the list of routes, such as `docx libreoffice>pdf poppler>png`. */
export function chainName({ source, steps }: Pick<Route, 'source' | 'steps'>): string {
  return [source, ...steps.map(({ engine, to }) => `${engine}>${to}`)].join(' ');
}

/** Returns the row of the route. */
export function routeRow(route: Route): string {
  return `${chainName(route)}\t${route.loses.join(' ')}`;
}

/** Returns the rows of the route list by chain name. */
export function readRouteList(text = readFileSync(routeListFile, 'utf8')): Map<string, string> {
  const rows = text.split('\n').filter(Boolean);
  return new Map(rows.map((row) => [row.slice(0, row.indexOf('\t')), row]));
}

/** Whether a route may be offered. A chain is offered only if it was run and its result checked. */
export function verifiedOnly(): (route: Route) => boolean {
  const verified = readRouteList();
  // A single edge needs no row, because tests run and check every edge.
  return (route) => route.steps.length === 1 || verified.has(chainName(route));
}
