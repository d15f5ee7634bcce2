/**
 * Runs routes or single edges (conversions by one engine) on samples, checks the results with the oracle of the
 * target's category, and reports failures. With `--differential`, converts trait documents instead of samples. A trait
 * document has content that conversions easily lose.
 */
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readArguments } from '../support/arguments.ts';
import {
  openConversions,
  sandboxReadiness,
  type Conversions,
} from '../../packages/server/src/convert/run/conversions.ts';
import { loadConfig } from '../../packages/server/src/config.ts';
import {
  combiningEdgesOf,
  edgesOf,
  fallbackEdgesOf,
  type Edge,
} from '../../packages/server/src/convert/catalogue/edges.ts';
import type { Route } from '../../packages/server/src/convert/catalogue/planner.ts';
import { chainName } from '../../packages/server/src/convert/catalogue/route-list.ts';
import { format } from '@protean/formats';
import { SharedInterpreter } from '../samples/interpreter.ts';
import { withInterpreter } from '../samples/run.ts';
import { sampleFor, Samples } from '../samples/samples.ts';
import { assertNeutralNames } from './neutral-names.ts';
import { oracles } from './oracles/index.ts';
import { checkMerged } from './oracles/merged.ts';
import { Beginnings } from './shared-steps.ts';
import { writeFindings } from './differential/findings.ts';
import { pruneKnownGaps } from './differential/known-gaps.ts';
import { runDifferential } from './differential/run.ts';
import { candidateChains, RouteList } from './chains.ts';
import { edition, writeReport, type Proof } from './report.ts';
import { select, type Selection } from './select.ts';

const { values } = readArguments(new URL('../../script/prove', import.meta.url), {
  options: {
    all: { type: 'boolean', default: false },
    differential: { type: 'boolean', default: false },
    prune: { type: 'boolean', default: false },
    document: { type: 'string' },
    edges: { type: 'boolean', default: false },
    chains: { type: 'boolean', default: false },
    source: { type: 'string' },
    target: { type: 'string' },
    engine: { type: 'string' },
    category: { type: 'string' },
    same: { type: 'boolean', default: false },
    since: { type: 'string' },
    share: { type: 'string' },
    jobs: { type: 'string', default: '2' },
    report: { type: 'string' },
    candidates: { type: 'boolean', default: false },
    new: { type: 'boolean', default: false },
    keep: { type: 'string' },
  },
});

const list = values.candidates ? new RouteList() : undefined;
const dir = await mkdtemp(path.join(tmpdir(), 'protean-prove-'));
const samples = new Samples(path.join(dir, 'samples'));
const config = loadConfig({ ...process.env, CONVERSION_SECONDS: '120', CONVERSIONS_AT_ONCE: values.jobs });
let failed = 0;
const readiness = sandboxReadiness(config, ({ id }, error) => {
  failed += 1;
  console.log(`FAILED to start the warm engine ${id}: ${String(error)}`);
});
const parts = await openConversions(config, path.join(dir, 'work'), readiness);
const beginnings = new Beginnings(parts);
/** Routes that consist of a single edge, which merges several files. */
const merging = new Set<Route>();
try {
  await using interpreter = await SharedInterpreter.start();
  const routes = pick(parts, values);
  failed += await withInterpreter(interpreter, () =>
    values.differential ? compareAll(routes) : proveRoutes(routes),
  );
} finally {
  await parts.close();
  await rm(dir, { recursive: true, force: true });
}
process.exitCode = failed > 0 ? 1 : 0;

/** Runs the routes on samples. Returns the number of routes that failed. */
async function proveRoutes(routes: readonly Route[]): Promise<number> {
  const proofs = await proveAll(parts, routes);
  const wrong = proofs.filter((proof) => proof.error !== undefined).length;
  if (values.report) await writeFile(values.report, writeReport(proofs.filter(isOffered), await edition()));
  console.log(`${proofs.length - wrong} passed, ${wrong} failed`);
  return wrong;
}

/**
 * Converts the trait documents along the routes. Returns the number of conversions that lost content although their
 * route does not declare the loss.
 */
async function compareAll(routes: readonly Route[]): Promise<number> {
  const outcomes = await runDifferential(parts, routes, {
    ...{ beginnings, samples, only: values.document, dir },
    jobs: Number(values.jobs),
  });
  const wrong = outcomes.filter(({ findings }) => findings.length > 0).length;
  if (values.report) await writeFile(values.report, writeFindings(outcomes));
  if (values.prune) await pruneKnownGaps(outcomes);
  console.log(`${outcomes.length - wrong} passed, ${wrong} failed`);
  return wrong;
}

/** Returns the routes to prove. With `--edges`, returns each edge as a route with a single step. */
function pick(
  { catalogue }: Conversions,
  selection: Selection & { all: boolean; edges: boolean; chains: boolean; candidates: boolean; new: boolean },
): Route[] {
  const here = catalogue.engines.filter(({ missing }) => missing.length === 0).map(({ engine }) => engine);
  const edges = edgesOf(here).map(asRoute);
  // Fallback edges convert files that other engines cannot read. Fallback edges are proven only if `--engine` names
  // their engine.
  const fallbacks = selection.engine ? [...fallbackEdgesOf(here).values()].flat().map(asRoute) : [];
  const merged = [...combiningEdgesOf(here).values()].map(asRoute);
  for (const route of merged) merging.add(route);
  if (selection.edges) return select([...edges, ...merged, ...fallbacks], selection);
  const offered = catalogue.live.all();
  const longer = offered.filter(({ steps }) => steps.length > 1);
  if (selection.chains) return select(longer, selection);
  if (selection.all) return select([...edges, ...merged, ...longer], selection);
  if (!selection.candidates) return select([...offered, ...merged], selection);
  const candidates = select(candidateChains(here), selection);
  return selection.new ? candidates.filter((route) => !list?.has(route)) : candidates;
}

function asRoute(edge: Edge): Route {
  const [from, to] = [format(edge.from), format(edge.to)];
  const inherent = from.holds.filter((trait) => !to.holds.includes(trait));
  return {
    source: edge.from,
    target: edge.to,
    steps: [edge],
    loses: [...new Set([...inherent, ...edge.loses])],
    options: edge.options,
  };
}

async function proveAll(parts: Conversions, routes: readonly Route[]): Promise<Proof[]> {
  const queue = routes.entries();
  const proofs: Proof[] = [];
  // The workers share one iterator, so each route is proven only once.
  const worker = async () => {
    for (const [n, route] of queue) {
      const proof = tell(await prove(parts, route));
      list?.take(proof);
      proofs[n] = proof;
    }
  };
  await Promise.all(Array.from({ length: Number(values.jobs) }, worker));
  return proofs;
}

function tell(proof: Proof): Proof {
  if (proof.error) console.log(`FAILED ${describe(proof)}: ${proof.error}`);
  return proof;
}

/**
 * Returns whether the catalogue offers exactly the tested route, and not a different route between the same two
 * formats.
 */
function isOffered({ route, error }: Proof): boolean {
  // With `--candidates`, the proven routes are chains that the planner would use if they passed. If a chain passed,
  // the run has added the chain to the list of offered chains.
  if (values.candidates) return error === undefined;
  if (merging.has(route)) return true;
  const offered = parts.catalogue.live.find(route.source, route.target);
  return offered !== undefined && chainName(offered) === chainName(route);
}

async function prove({ workspace }: Conversions, route: Route): Promise<Proof> {
  await using folder = workspace.openConversion();
  const job = folder.path;
  const began = performance.now();
  let ms = 0;
  try {
    const file = await samples.get(sampleFor(route.source, route.target, route.steps[0]?.engine));
    const [first] = route.steps;
    if (first && merging.has(route)) return { route, ms: await proveMerged(first, file, job) };
    const run = await beginnings.run(route.steps, file, job);
    ms = run.ms;
    if (route.source === route.target) await beginnings.checkSize(route.steps, file, path.join(job, 'again'));
    await oracles[format(route.target).category](run.files, {
      source: format(route.source),
      target: format(route.target),
      writer: route.steps.at(-1)?.engine ?? '',
      loses: route.loses,
    });
    await assertNeutralNames(run.files);
    return { route, ms };
  } catch (error) {
    if (values.keep) console.log(describe({ route }), await readdir(job, { recursive: true }));
    const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : '';
    return { route, ms: ms || performance.now() - began, error: `${(error as Error).message}${cause}` };
  }
}

/** Merges a sample with itself, and returns the duration in milliseconds. Throws if content is missing or repeated. */
async function proveMerged(edge: Edge, file: string, job: string): Promise<number> {
  const files = [file, file];
  const { files: made, ms } = await beginnings.merge(edge, files, job);
  const [merged = '', ...others] = made;
  if (others.length > 0) throw new Error(`${made.length} files instead of one`);
  await checkMerged(merged, files, edge.to);
  await assertNeutralNames(made);
  return ms;
}

function describe({ route }: Pick<Proof, 'route'>): string {
  return `${route.source} ${route.steps.map((step) => `-${step.engine}-> ${step.to}`).join(' ')}`;
}
