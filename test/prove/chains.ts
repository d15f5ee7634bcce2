/** The list of chains that may be offered: every one the planner would like, kept when its proof holds. */
import { readFileSync, writeFileSync } from 'node:fs';
import { crossings } from '../../packages/server/src/convert/crossings.ts';
import { edgesOf } from '../../packages/server/src/convert/edges.ts';
import { Planner, type Route } from '../../packages/server/src/convert/planner.ts';
import { chainName, provenChainsFile } from '../../packages/server/src/convert/proven.ts';
import type { Engine } from '../../packages/server/src/engines/engine.ts';
import { formats } from '../../packages/server/src/formats/formats.ts';
import type { Proof } from './report.ts';

/** All chains the planner would take, proven or not. */
export function candidateChains(engines: readonly Engine[]): Route[] {
  const planner = new Planner({ formats, edges: edgesOf(engines), crossings });
  return planner.all().filter(({ steps }) => steps.length > 1);
}

/** The list on the disk, which is right after each proof: a run that is ended early has not been for nothing. */
export class ChainList {
  readonly #listed = new Set(readFileSync(provenChainsFile, 'utf8').split('\n').filter(Boolean));

  has(route: Route): boolean {
    return this.#listed.has(chainName(route));
  }

  /** Adds the chain when its proof held, and takes it out when not; single edges are not listed. */
  take({ route, error }: Proof): void {
    if (route.steps.length < 2) return;
    if (error === undefined) this.#listed.add(chainName(route));
    else this.#listed.delete(chainName(route));
    writeFileSync(provenChainsFile, `${[...this.#listed].sort().join('\n')}\n`);
  }
}
