/** The list of chains that may be offered: every one the planner would like, kept when its proof holds. */
import { readFile, writeFile } from 'node:fs/promises';
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

/** Adds the chains that held to the list and takes out those that did not. */
export async function acceptChains(proofs: readonly Proof[]): Promise<void> {
  const listed = new Set((await readFile(provenChainsFile, 'utf8')).split('\n').filter(Boolean));
  for (const { route, error } of proofs.filter(({ route }) => route.steps.length > 1)) {
    if (error === undefined) listed.add(chainName(route));
    else listed.delete(chainName(route));
  }
  await writeFile(provenChainsFile, `${[...listed].sort().join('\n')}\n`);
}
