/** If a file has features that the planned engine does not support, chooses another engine that supports them. */
import { readFile, stat } from 'node:fs/promises';
import type { OptionName } from '@protean/engines/contract/options.ts';
import { format } from '@protean/formats';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Edge } from '../catalogue/edges.ts';
import { fallbackSteps } from './fallback.ts';
import type { RoutePlan } from '../request/route-plan.ts';

/**
 * Maximum size of a file that is checked, in bytes. Files above this size are converted as planned, because reading
 * them would delay other requests.
 */
const maxBytes = 64 * 1024 * 1024;

interface Adapted {
  plan: RoutePlan;
  /** Names of the features of the file that the engine of `plan` does not support. */
  missing: readonly string[];
}

/**
 * Returns the plan with an engine that supports all features of the file. If no engine supports all features, returns
 * the same plan and the missing features.
 */
export async function planForFeatures(catalogue: Catalogue, plan: RoutePlan): Promise<Adapted> {
  const [first] = plan.route.steps;
  const lack = first && (await lackOf(first, plan.file));
  if (!lack) return { plan, missing: [] };
  const other = otherPlan(catalogue, plan, lack.content);
  return other ? { plan: other, missing: [] } : { plan, missing: lack.missing };
}

/**
 * Returns the plan with an engine that supports all features of the file. Prefers an edge to the target, then an edge
 * to the planned intermediate format. If the source is a picture, edges to all other formats are used last. Among edges
 * to other formats, vector formats are preferred for a vector target, and pixel formats for any other target. For a
 * document, edges to other formats are not used, because another format would change the pages of the document.
 */
function otherPlan(catalogue: Catalogue, plan: RoutePlan, content: Buffer): RoutePlan | undefined {
  const { source, target, steps: planned } = plan.route;
  const isVector = (ext: string) => format(ext).holds.includes('vector');
  const candidates = fallbackSteps(catalogue, plan).flatMap((steps) => {
    const at = steps.findIndex(({ from }) => from === source);
    const edge = steps[at];
    return edge && lacksNothing(edge, content)
      ? [{ edge, steps, route: { ...plan.route, steps: steps.slice(at) } }]
      : [];
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

/**
 * Returns `edge` if its engine supports all features of `file`. If the engine lacks a feature of the file, returns
 * another edge between the same two formats, whose engine supports all features of `file` and the options `names`. If
 * no other edge fits, returns `edge` and the missing features.
 */
export async function edgeForFeatures(
  catalogue: Catalogue,
  edge: Edge,
  file: string,
  names: readonly OptionName[],
): Promise<{ edge: Edge; missing: readonly string[] }> {
  const lack = await lackOf(edge, file);
  if (!lack) return { edge, missing: [] };
  const { content, missing } = lack;
  const other = catalogue
    .fallbacks(edge.from)
    .find(
      (one) =>
        one.to === edge.to && names.every((name) => one.options.includes(name)) && lacksNothing(one, content),
    );
  return other ? { edge: other, missing: [] } : { edge, missing };
}

/**
 * Returns the content of a file, and the features of this content that the edge does not support. Returns undefined if
 * the edge supports all features of the file, or if the file is larger than {@link maxBytes}.
 */
async function lackOf({ lacks }: Edge, file: string) {
  if (!lacks || (await stat(file)).size > maxBytes) return undefined;
  const content = await readFile(file);
  const missing = lacks(content);
  return missing.length > 0 ? { content, missing } : undefined;
}

const lacksNothing = ({ lacks }: Edge, content: Buffer) => !lacks || lacks(content).length === 0;
