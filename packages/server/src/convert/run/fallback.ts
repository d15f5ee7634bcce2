/**
 * Finds other chains of conversion steps to the target. Another chain is needed if the first engine of the route cannot
 * read the file, or if the file is too large for this engine.
 */
import type { OptionName } from '@protean/engines/contract/options.ts';
import { ServiceError } from '../../errors.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Edge } from '../catalogue/edges.ts';
import type { RoutePlan } from '../request/route-plan.ts';

/** Whether `error` means that the engine for the format `source` could not read the file. */
export function isUnreadable(error: unknown, source: string): error is ServiceError {
  if (!(error instanceof ServiceError) || error.details?.['source'] !== source) return false;
  return error.details['reason'] === 'unreadable_file' || isUnsupported(error) || isOtherContent(error);
}

/** Whether the file is valid, but needs a feature that the engine lacks and another engine may have. */
export function isUnsupported({ details }: ServiceError): boolean {
  return details?.['reason'] === 'unsupported_feature';
}

/** Whether the file is an intact archive with other content than the engine expects. */
export function isOtherContent({ details }: ServiceError): boolean {
  return details?.['reason'] === 'not_images' || details?.['reason'] === 'no_page';
}

/** Returns steps that start with another engine and apply all options of the plan, cheapest first. */
export function fallbackSteps(
  catalogue: Catalogue,
  { route, steps, options }: Pick<RoutePlan, 'route' | 'steps' | 'options'>,
): (readonly Edge[])[] {
  const { source, target } = route;
  // A chain from a format back to itself would encode the file again.
  if (source === target) return [];
  // Ignores the option `salvage`, because the readable part of a file is converted only after all other engines have
  // failed.
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

/**
 * Returns the plan with the engine that is tried first for files of this size, or undefined if the planned engine is
 * tried first.
 */
export function planForSize(catalogue: Catalogue, plan: RoutePlan, bytes: number): RoutePlan | undefined {
  const isForThis = ({ fromBytes = Infinity }: Edge) => bytes >= fromBytes;
  if (!catalogue.fallbacks(plan.route.source).some(isForThis)) return undefined;
  for (const steps of fallbackSteps(catalogue, plan)) {
    const first = steps.findIndex(isForThis);
    if (first >= 0) return { ...plan, route: { ...plan.route, steps: steps.slice(first) }, steps };
  }
  return undefined;
}
