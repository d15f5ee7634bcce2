/** Other ways to the target, for a file that the first engine of its route could not read or has no room for. */
import type { OptionName } from '@protean/engines/contract/options.ts';
import { ServiceError } from '../../errors.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Edge } from '../catalogue/edges.ts';
import type { RoutePlan } from '../request/route-plan.ts';

/** Whether `error` says that the file itself could not be read, by an engine that takes the format `source`. */
export function isUnreadable(error: unknown, source: string): error is ServiceError {
  if (!(error instanceof ServiceError) || error.details?.['source'] !== source) return false;
  return error.details['reason'] === 'unreadable_file' || isUnsupported(error) || isOtherContent(error);
}

/** Whether the file is sound, but needs a feature that the engine lacks. Another engine may have it. */
export function isUnsupported({ details }: ServiceError): boolean {
  return details?.['reason'] === 'unsupported_feature';
}

/** Whether the file is whole, but an archive of something else than the engine takes. */
export function isOtherContent({ details }: ServiceError): boolean {
  return details?.['reason'] === 'not_images' || details?.['reason'] === 'no_page';
}

/** Steps that begin with another engine and carry out all options of the plan, cheapest first. */
export function fallbackSteps(
  catalogue: Catalogue,
  { route, steps, options }: Pick<RoutePlan, 'route' | 'steps' | 'options'>,
): (readonly Edge[])[] {
  const { source, target } = route;
  // A chain from a format back to itself would code the file anew.
  if (source === target) return [];
  // What is left of the file is converted where no other engine reads it.
  const asked = (Object.keys(options) as OptionName[]).filter((name) => name !== 'salvage');
  const before = steps.slice(
    0,
    steps.findIndex((step) => step === route.steps[0]),
  );
  return catalogue.fallbacks(source).flatMap((edge) => {
    if (edge.engine === route.steps[0]?.engine) return [];
    const onward = edge.to === target ? undefined : catalogue.live.find(edge.to, target);
    if (edge.to !== target && !onward) return [];
    const understood = [...before, edge, ...(onward ? [onward] : [])].flatMap((step) => step.options);
    if (!asked.every((name) => understood.includes(name))) return [];
    return [[...before, edge, ...(onward ? catalogue.stepsFor(onward, options) : [])]];
  });
}

/** The plan by the engine that a file of so many bytes goes to first; undefined where that is the planned one. */
export function planForSize(catalogue: Catalogue, plan: RoutePlan, bytes: number): RoutePlan | undefined {
  const isForThis = ({ fromBytes = Infinity }: Edge) => bytes >= fromBytes;
  if (!catalogue.fallbacks(plan.route.source).some(isForThis)) return undefined;
  for (const steps of fallbackSteps(catalogue, plan)) {
    const first = steps.findIndex(isForThis);
    if (first >= 0) return { ...plan, route: { ...plan.route, steps: steps.slice(first) }, steps };
  }
  return undefined;
}
