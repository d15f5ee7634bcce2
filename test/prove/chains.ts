/**
 * Updates the list of conversion chains that the server offers. A chain is a route of 2 or 3 conversion steps. The list
 * of chains contains each chain that the planner would use and that passed its proof, which is a test conversion with a
 * check of the result.
 */
import { writeFileSync } from 'node:fs';
import { categoryTransitions } from '../../packages/server/src/convert/catalogue/category-transitions.ts';
import { edgesOf } from '../../packages/server/src/convert/catalogue/edges.ts';
import { Planner, type Route } from '../../packages/server/src/convert/catalogue/planner.ts';
import {
  chainName,
  readRouteList,
  routeListFile,
  routeRow,
} from '../../packages/server/src/convert/catalogue/route-list.ts';
import type { Engine } from '@protean/engines/contract/engine.ts';
import { formats } from '@protean/formats';
import type { Proof } from './report.ts';

/** Returns all chains that the planner would use, including chains without a proof. */
export function candidateChains(engines: readonly Engine[]): Route[] {
  const planner = new Planner({ formats, edges: edgesOf(engines), transitions: categoryTransitions });
  return planner.all().filter(({ steps }) => steps.length > 1);
}

/**
 * The list of routes in the file `routes.tsv`. The file is written after each proof, so an interrupted run keeps its
 * results.
 */
export class RouteList {
  readonly #rows = readRouteList();

  has(route: Route): boolean {
    return this.#rows.has(chainName(route));
  }

  /**
   * Adds the chain if its proof passed, and removes the chain if its proof failed. Ignores routes of one step, because
   * the server also offers routes of one step that are not in the list.
   */
  take({ route, error }: Proof): void {
    if (route.steps.length < 2) return;
    if (error === undefined) this.#rows.set(chainName(route), routeRow(route));
    else this.#rows.delete(chainName(route));
    writeFileSync(routeListFile, `${[...this.#rows.values()].sort().join('\n')}\n`);
  }
}
