/** Which chains were proven: a chain of proven edges is offered only when it was itself run and its result checked. */
import { readFileSync } from 'node:fs';
import type { Route } from './planner.ts';

/** One line a chain, written by `script/prove --candidates`. */
export const provenChainsFile = new URL('./chains.proven', import.meta.url);

/** The chain as it stands in the list: `docx libreoffice>pdf poppler>png`. */
export function chainName({ source, steps }: Pick<Route, 'source' | 'steps'>): string {
  return [source, ...steps.map(({ engine, to }) => `${engine}>${to}`)].join(' ');
}

/** Says of any route whether it may be offered; single edges are proven by every test run. */
export function provenOnly(): (route: Route) => boolean {
  const chains = new Set(readFileSync(provenChainsFile, 'utf8').split('\n'));
  return (route) => route.steps.length === 1 || chains.has(chainName(route));
}
