/** Sends a file with features that the planned engine lacks to the engine that has them. */
import { readFile, stat } from 'node:fs/promises';
import type { OptionName } from '@protean/engines/contract/options.ts';
import { format } from '@protean/formats';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Edge } from '../catalogue/edges.ts';
import { fallbackSteps } from './fallback.ts';
import type { RoutePlan } from '../request/route-plan.ts';

/** Larger files are converted as planned, unread: reading them would delay other requests. */
const maxBytes = 64 * 1024 * 1024;

interface Adapted {
  plan: RoutePlan;
  /** Names of the features that no available engine has. */
  missing: readonly string[];
}

/** The plan by the engine that has the features of the file. */
export async function planForFeatures(catalogue: Catalogue, plan: RoutePlan): Promise<Adapted> {
  const [first] = plan.route.steps;
  const missing = first ? await missingFeatures(first, plan.file) : [];
  if (missing.length === 0) return { plan, missing };
  const other = otherPlan(catalogue, plan);
  return other ? { plan: other, missing: [] } : { plan, missing };
}

/**
 * The plan by an engine that lacks nothing. Prefers the same formats, then an intermediate format that keeps vectors if the target
 * does. Another intermediate format would change the pages of a document, so only pictures pass through it.
 */
function otherPlan(catalogue: Catalogue, plan: RoutePlan): RoutePlan | undefined {
  const { source, target, steps: planned } = plan.route;
  const isVector = (ext: string) => format(ext).holds.includes('vector');
  const candidates = fallbackSteps(catalogue, plan).flatMap((steps) => {
    const at = steps.findIndex(({ from }) => from === source);
    const edge = steps[at];
    return edge && !edge.lacks ? [{ edge, steps, route: { ...plan.route, steps: steps.slice(at) } }] : [];
  });
  const chosen =
    candidates.find(({ edge }) => edge.to === target && edge.forFeatures) ??
    candidates.find(({ edge }) => edge.to === target) ??
    candidates.find(({ edge }) => edge.to === planned[0]?.to) ??
    (format(source).category === 'image'
      ? (candidates.find(({ edge }) => isVector(edge.to) === isVector(target)) ?? candidates[0])
      : undefined);
  return chosen && { ...plan, steps: chosen.steps, route: chosen.route };
}

/** The edge between the same formats by the engine that has the features of `file` and understands the options `names`. */
export async function edgeForFeatures(
  catalogue: Catalogue,
  edge: Edge,
  file: string,
  names: readonly OptionName[],
): Promise<{ edge: Edge; missing: readonly string[] }> {
  const missing = await missingFeatures(edge, file);
  if (missing.length === 0) return { edge, missing };
  const other = catalogue
    .fallbacks(edge.from)
    .find(
      ({ to, lacks, options }) => to === edge.to && !lacks && names.every((name) => options.includes(name)),
    );
  return other ? { edge: other, missing: [] } : { edge, missing };
}

async function missingFeatures({ lacks }: Edge, file: string): Promise<readonly string[]> {
  if (!lacks) return [];
  const { size } = await stat(file);
  return size > maxBytes ? [] : lacks(await readFile(file));
}
