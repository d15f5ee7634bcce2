/** Runs routes or single edges on samples, asks the oracle of the target's category, and reports each. */
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openConversions, type Conversions } from '../../packages/server/src/app.ts';
import { loadConfig } from '../../packages/server/src/config.ts';
import { edgesOf, type Edge } from '../../packages/server/src/convert/edges.ts';
import { perform } from '../../packages/server/src/convert/perform.ts';
import type { Route } from '../../packages/server/src/convert/planner.ts';
import { format } from '../../packages/server/src/formats/formats.ts';
import { sampleFor, Samples } from '../samples/samples.ts';
import { oracles } from './oracles/index.ts';
import { acceptChains, candidateChains } from './chains.ts';
import { writeReport, type Proof } from './report.ts';
import { select, type Selection } from './select.ts';

const { values } = parseArgs({
  options: {
    edges: { type: 'boolean', default: false },
    source: { type: 'string' },
    target: { type: 'string' },
    engine: { type: 'string' },
    category: { type: 'string' },
    share: { type: 'string' },
    jobs: { type: 'string', default: '2' },
    report: { type: 'string' },
    candidates: { type: 'boolean', default: false },
    keep: { type: 'string' },
  },
});

const dir = await mkdtemp(path.join(tmpdir(), 'protean-prove-'));
const samples = new Samples(path.join(dir, 'samples'));
const parts = await openConversions(
  loadConfig({ ...process.env, CONVERSION_SECONDS: '120' }),
  path.join(dir, 'work'),
  0,
);
let failed = 0;
try {
  const proofs = await proveAll(parts, pick(parts, values));
  failed = proofs.filter((proof) => proof.error !== undefined).length;
  for (const { error, ...proof } of proofs) if (error) console.log(`FAILED ${describe(proof)}: ${error}`);
  if (values.candidates) await acceptChains(proofs);
  if (values.report) await writeFile(values.report, writeReport(proofs));
  console.log(`${proofs.length - failed} passed, ${failed} failed`);
} finally {
  await parts.close();
  await rm(dir, { recursive: true, force: true });
}
process.exitCode = failed > 0 ? 1 : 0;

/** The routes to prove; an edge is proven as a route of one step. */
function pick(
  { catalogue }: Conversions,
  selection: Selection & { edges: boolean; candidates: boolean },
): Route[] {
  const here = catalogue.engines.filter(({ missing }) => missing.length === 0).map(({ engine }) => engine);
  if (selection.edges) return select(edgesOf(here).map(asRoute), selection);
  return select(selection.candidates ? candidateChains(here) : catalogue.live.all(), selection);
}

function asRoute(edge: Edge): Route {
  const [from, to] = [format(edge.from), format(edge.to)];
  const inherent = from.holds.filter((trait) => !to.holds.includes(trait));
  return {
    source: edge.from,
    target: edge.to,
    steps: [edge],
    loses: [...inherent, ...edge.loses],
    options: edge.options,
  };
}

async function proveAll(parts: Conversions, routes: readonly Route[]): Promise<Proof[]> {
  const queue = routes.entries();
  const proofs: Proof[] = [];
  // The workers share one iterator: each takes the next route that nobody has.
  const worker = async () => {
    for (const [n, route] of queue) proofs[n] = await prove(parts, route);
  };
  await Promise.all(Array.from({ length: Number(values.jobs) }, worker));
  return proofs;
}

async function prove({ catalogue, sandbox, workspace }: Conversions, route: Route): Promise<Proof> {
  const job = await workspace.openJob();
  const began = performance.now();
  let ms = 0;
  try {
    const file = await samples.get(sampleFor(route.source, route.target));
    const tools = {
      sandbox,
      engine: (id: string) => catalogue.engine(id),
      format,
      now: () => performance.now(),
    };
    const start = performance.now();
    const files = await perform({ steps: route.steps, file, dir: job, options: {}, wallMs: 120_000 }, tools);
    ms = performance.now() - start;
    await oracles[format(route.target).category](files, {
      source: format(route.source),
      target: format(route.target),
      writer: route.steps.at(-1)?.engine ?? '',
      loses: route.loses,
    });
    return { route, ms };
  } catch (error) {
    if (values.keep) console.log(describe({ route }), await readdir(job, { recursive: true }));
    const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : '';
    return { route, ms: ms || performance.now() - began, error: `${(error as Error).message}${cause}` };
  } finally {
    await workspace.remove(job);
  }
}

function describe({ route }: Pick<Proof, 'route'>): string {
  return `${route.source} ${route.steps.map((step) => `-${step.engine}-> ${step.to}`).join(' ')}`;
}
