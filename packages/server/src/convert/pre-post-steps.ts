/** Pre- and post-steps, and those between two steps: added to a route for options that none of its own steps takes. */
import type { Engine } from '@protean/engines/runtime/engine.ts';
import type { OptionName, Options } from '@protean/engines/runtime/options.ts';
import type { Edge } from './edges.ts';
import type { Route } from './planner.ts';

/** Steps that leave the format as it is, by format. */
export interface PrePostSteps {
  /** Of those before, the steps that make UTF-8 of a text. */
  decoders: ReadonlyMap<string, Edge>;
  before: ReadonlyMap<string, readonly Edge[]>;
  within: ReadonlyMap<string, readonly Edge[]>;
  after: ReadonlyMap<string, readonly Edge[]>;
}

export function prePostStepsOf(engines: readonly Engine[]): PrePostSteps {
  const found = {
    before: new Map<string, Edge[]>(),
    within: new Map<string, Edge[]>(),
    after: new Map<string, Edge[]>(),
  };
  const decoders = new Map<string, Edge>();
  for (const { id, prePostSteps = [] } of engines) {
    for (const { formats, when, options, decodesText } of prePostSteps) {
      for (const ext of formats) {
        const edge = { engine: id, from: ext, to: ext, cost: 1, loses: [], options, many: false };
        found[when].set(ext, [...(found[when].get(ext) ?? []), edge]);
        if (decodesText) decoders.set(ext, edge);
      }
    }
  }
  return { ...found, decoders };
}

/** The route with the options of its pre- and post-steps. */
export function withPrePostSteps(route: Route, { before, within, after }: PrePostSteps): Route {
  const between = route.steps.slice(1).flatMap(({ from }) => within.get(from) ?? []);
  const added = [...(before.get(route.source) ?? []), ...between, ...(after.get(route.target) ?? [])];
  const options = new Set([...route.options, ...added.flatMap((edge) => edge.options)]);
  return { ...route, options: [...options] };
}

/** The steps of the route with `options`; `decode` says that the source is a text that is not UTF-8. */
export function stepsFor(
  { source, target, steps }: Route,
  options: Options,
  prePostSteps: PrePostSteps,
  decode: boolean,
): readonly Edge[] {
  const given = (Object.keys(options) as OptionName[]).filter((name) => options[name] !== undefined);
  const unknown = given.filter((name) => !steps.some((step) => step.options.includes(name)));
  const wanted = (edges: readonly Edge[] = []) =>
    edges.filter((edge) => edge.options.some((name) => unknown.includes(name)));
  const decoder = decode ? prePostSteps.decoders.get(source) : undefined;
  const before = wanted(prePostSteps.before.get(source)).filter((edge) => edge !== decoder);
  const chain = steps.flatMap((step, n) => [
    ...(n > 0 ? wanted(prePostSteps.within.get(step.from)) : []),
    step,
  ]);
  return [...(decoder ? [decoder] : []), ...before, ...chain, ...wanted(prePostSteps.after.get(target))];
}
