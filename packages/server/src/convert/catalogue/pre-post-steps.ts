/** Pre- and post-steps, and those between two steps: added to a route for options that none of its own steps takes. */
import type { Engine } from '@protean/engines/runtime/engine.ts';
import type { OptionName, Options } from '@protean/engines/runtime/options.ts';
import type { Edge } from './edges.ts';
import type { Route } from './planner.ts';

/** A step that leaves the format as it is, on routes from any source or from those that it names. */
type PrePostEdge = Edge & {
  sources?: readonly string[];
  concludes?: boolean;
  /** Those of its options for which it is added. */
  asked: readonly OptionName[];
};

type EdgesByFormat = ReadonlyMap<string, readonly PrePostEdge[]>;

/** By format, those that are nearer to the route's own steps first. */
export interface PrePostSteps {
  /** Of those before, the steps that make UTF-8 of a text. */
  decoders: ReadonlyMap<string, Edge>;
  before: EdgesByFormat;
  within: EdgesByFormat;
  after: EdgesByFormat;
  /** The steps that make a sound file of a damaged one. */
  repairs: ReadonlyMap<string, PrePostEdge>;
  /** The options of steps that conclude: where none does, nobody has checked what became of them. */
  concluded: ReadonlySet<OptionName>;
}

export function prePostStepsOf(engines: readonly Engine[]): PrePostSteps {
  const found = {
    before: new Map<string, PrePostEdge[]>(),
    within: new Map<string, PrePostEdge[]>(),
    after: new Map<string, PrePostEdge[]>(),
  };
  const repairs = new Map<string, PrePostEdge>();
  const decoders = new Map<string, PrePostEdge>();
  for (const { id, prePostSteps = [] } of engines) {
    for (const {
      formats,
      when,
      sources,
      options,
      told = [],
      concludes = false,
      decodesText,
    } of prePostSteps) {
      for (const ext of formats) {
        const all = [...options, ...told];
        const bare = { engine: id, from: ext, to: ext, cost: 1, loses: [], options: all, many: false };
        const edge = {
          ...bare,
          asked: options,
          ...(sources ? { sources } : {}),
          ...(concludes ? { concludes } : {}),
        };
        if (when === 'repair') repairs.set(ext, edge);
        else found[when].set(ext, [...(found[when].get(ext) ?? []), edge]);
        if (decodesText) decoders.set(ext, edge);
      }
    }
  }
  const concluding = [...found.after.values()].flat().filter(({ concludes }) => concludes);
  const concluded = new Set(concluding.flatMap(({ asked }) => asked));
  return { ...found, decoders, repairs, concluded };
}

/** The route with the options of its pre- and post-steps. */
export function withPrePostSteps(route: Route, prePostSteps: PrePostSteps): Route {
  const { before, within, after, repairs, concluded } = prePostSteps;
  const { source, target, steps } = route;
  const between = steps.slice(1).flatMap(({ from }) => fitting(within, from, source));
  const repair = repairs.get(source);
  const added: PrePostEdge[] = [
    ...fitting(before, source, source),
    ...between,
    ...fitting(after, target, source),
    ...(repair ? [repair] : []),
  ];
  const concludes = (name: OptionName) =>
    !concluded.has(name) || added.some((edge) => edge.concludes && edge.asked.includes(name));
  const own = route.options.filter(concludes);
  const options = new Set([...own, ...added.flatMap((edge) => edge.asked)]);
  return { ...route, options: [...options] };
}

function fitting(edges: EdgesByFormat, ext: string, source: string): PrePostEdge[] {
  return (edges.get(ext) ?? []).filter(({ sources = [source] }) => sources.includes(source));
}

/** The steps of the route with `options`; `decode` says that the source is a text that is not UTF-8. */
export function stepsFor(
  { source, target, steps }: Route,
  options: Options,
  prePostSteps: PrePostSteps,
  decode: boolean,
): readonly Edge[] {
  const asksForSomething = (name: OptionName) => options[name] !== undefined && options[name] !== false;
  const given = (Object.keys(options) as OptionName[]).filter(asksForSomething);
  const unknown = given.filter((name) => !steps.some((step) => step.options.includes(name)));
  const carriesOut =
    (names: readonly OptionName[]) =>
    ({ asked }: PrePostEdge) =>
      asked.some((name) => names.includes(name));
  const last = steps.at(-1);
  // What its engine has done as a step of the route it has also checked.
  const isConcluded = ({ engine }: Edge) =>
    last?.engine === engine && last.options.some((name) => given.includes(name));
  const wanted = (edges: EdgesByFormat, ext: string) =>
    fitting(edges, ext, source)
      .filter((edge) => carriesOut(edge.concludes ? given : unknown)(edge))
      .filter((edge) => !(edge.concludes && isConcluded(edge)));
  const decoder = decode ? prePostSteps.decoders.get(source) : undefined;
  // What opens a file comes before what reads it, also where a step of the route could open it.
  const outermostLast = fitting(prePostSteps.before, source, source).filter((edge) => edge !== decoder);
  const first = outermostLast.findIndex(carriesOut(unknown));
  const before = first < 0 ? [] : outermostLast.slice(first).filter(carriesOut(given)).reverse();
  const chain = steps.flatMap((step, n) => [...(n > 0 ? wanted(prePostSteps.within, step.from) : []), step]);
  return [...(decoder ? [decoder] : []), ...before, ...chain, ...wanted(prePostSteps.after, target)];
}
