/** The list of offered routes, `routes.tsv`, which the planner, reviewers and the documentation read. */
import { readFileSync } from 'node:fs';
import type { Route } from './planner.ts';

/** One row per route: its chain, a tab, what it may lose where it is planned with all engines. `script/docs` writes it, `script/prove --candidates` adds chains. */
export const routeListFile = new URL('./routes.tsv', import.meta.url);

/** The chain as written in the list: `docx libreoffice>pdf poppler>png`. */
export function chainName({ source, steps }: Pick<Route, 'source' | 'steps'>): string {
  return [source, ...steps.map(({ engine, to }) => `${engine}>${to}`)].join(' ');
}

/** The route's row. */
export function routeRow(route: Route): string {
  return `${chainName(route)}\t${route.loses.join(' ')}`;
}

/** The rows of the list by the names of their chains. */
export function readRouteList(text = readFileSync(routeListFile, 'utf8')): Map<string, string> {
  const rows = text.split('\n').filter(Boolean);
  return new Map(rows.map((row) => [row.slice(0, row.indexOf('\t')), row]));
}

/** Whether a route may be offered: a chain only when it was itself run and its result checked. */
export function verifiedOnly(): (route: Route) => boolean {
  const verified = readRouteList();
  // Every edge is run and checked by each test run.
  return (route) => route.steps.length === 1 || verified.has(chainName(route));
}
