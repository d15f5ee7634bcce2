/**
 * Passes are steps before, between and after the steps of a route. A pass is added for options that no step of the
 * route accepts.
 */
import { phases, type Engine, type Phase } from '@protean/engines/contract/engine.ts';
import type { OptionName, Options } from '@protean/engines/contract/options.ts';
import { byEngine, type Edge } from './edges.ts';
import type { Route } from './planner.ts';

/**
 * A step that keeps the format. If `sources` or `targets` are set, the step is only added to routes between these
 * formats.
 */
type PassEdge = Edge & {
  sources?: readonly string[];
  targets?: readonly string[];
  concludes?: boolean;
  phase: Phase;
  /** Options for which the step is added. */
  asked: readonly OptionName[];
};

type EdgesByFormat = ReadonlyMap<string, readonly PassEdge[]>;

/** The passes for each format. Passes that run closest to the route's own steps come first. */
export interface Passes {
  /** The passes before the route that decode text to UTF-8. */
  decoders: ReadonlyMap<string, Edge>;
  before: EdgesByFormat;
  within: EdgesByFormat;
  after: EdgesByFormat;
  /** The steps that repair damaged files. */
  repairs: ReadonlyMap<string, PassEdge>;
  /**
   * Options that need a concluding step, which checks the effect of the option. A route without a concluding step does
   * not accept options that need this step.
   */
  concluded: ReadonlySet<OptionName>;
}

export function passesOf(engines: readonly Engine[]): Passes {
  const found = {
    before: new Map<string, PassEdge[]>(),
    within: new Map<string, PassEdge[]>(),
    after: new Map<string, PassEdge[]>(),
  };
  const repairs = new Map<string, PassEdge>();
  const decoders = new Map<string, PassEdge>();
  for (const { id, passes = [] } of engines) {
    for (const {
      formats,
      when,
      sources,
      targets,
      options,
      sharedOptions = [],
      concludes = false,
      decodesText,
      many = false,
      phase,
    } of passes) {
      for (const ext of formats) {
        const all = [...options, ...sharedOptions];
        const bare = { engine: id, from: ext, to: ext, cost: 1, loses: [], options: all, many };
        const edge = {
          ...bare,
          phase,
          asked: options,
          ...(sources ? { sources } : {}),
          ...(targets ? { targets } : {}),
          ...(concludes ? { concludes } : {}),
        };
        if (when === 'repair') repairs.set(ext, edge);
        else found[when].set(ext, [...(found[when].get(ext) ?? []), edge].sort(byPhase));
        if (decodesText) decoders.set(ext, edge);
      }
    }
  }
  const concluding = [...found.after.values()].flat().filter(({ concludes }) => concludes);
  const concluded = new Set(concluding.flatMap(({ asked }) => asked));
  return { ...found, decoders, repairs, concluded };
}

const placeOf = ({ phase }: PassEdge) => phases.indexOf(phase);

const byPhase = (a: PassEdge, b: PassEdge) => placeOf(a) - placeOf(b) || byEngine(a, b);

/**
 * Returns the route with the options of its steps and of its passes. If the route has no concluding step, omits the
 * options that need a concluding step.
 */
export function withPasses(route: Route, passes: Passes): Route {
  const { before, within, after, repairs, concluded } = passes;
  const { source, target, steps } = route;
  const between = steps.slice(1).flatMap(({ from }) => fitting(within, from, route));
  const repair = repairs.get(source);
  const added: PassEdge[] = [
    ...fitting(before, source, route),
    ...between,
    ...fitting(after, target, route),
    ...(repair ? [repair] : []),
  ];
  const concludes = (name: OptionName) =>
    !concluded.has(name) || added.some((edge) => edge.concludes && edge.asked.includes(name));
  const own = route.options.filter(concludes);
  const options = new Set([...own, ...added.flatMap((edge) => edge.asked)]);
  return { ...route, options: [...options] };
}

type Ends = Pick<Route, 'source' | 'target'>;

/** Returns the passes for files in the format `ext` on a route from `source` to `target`. */
function fitting(edges: EdgesByFormat, ext: string, { source, target }: Ends): PassEdge[] {
  return (edges.get(ext) ?? []).filter(
    ({ sources = [source], targets = [target] }) => sources.includes(source) && targets.includes(target),
  );
}

/**
 * Returns the steps of the route with `options`. `decode` means that the source is text in an encoding other than
 * UTF-8.
 */
export function stepsFor(route: Route, options: Options, passes: Passes, decode: boolean): readonly Edge[] {
  const { source, target, steps } = route;
  const asksForSomething = (name: OptionName) => options[name] !== undefined && options[name] !== false;
  const given = (Object.keys(options) as OptionName[]).filter(asksForSomething);
  const unknown = given.filter((name) => !steps.some((step) => step.options.includes(name)));
  const carriesOut =
    (names: readonly OptionName[]) =>
    ({ asked }: PassEdge) =>
      asked.some((name) => names.includes(name));
  const last = steps.at(-1);
  // A concluding pass is not needed if the last step of the route has the same engine as the pass and applies one of
  // the given options, because this step has already checked the result.
  const isConcluded = ({ engine }: Edge) =>
    last?.engine === engine && last.options.some((name) => given.includes(name));
  const wanted = (edges: EdgesByFormat, ext: string) =>
    fitting(edges, ext, route)
      .filter((edge) => carriesOut(edge.concludes ? given : unknown)(edge))
      .filter((edge) => !(edge.concludes && isConcluded(edge)));
  const decoder = decode ? passes.decoders.get(source) : undefined;
  // A pass that decrypts the file must run before any step that reads the file. The decrypting pass must come first
  // even if a step of the route could decrypt the file.
  const outermostLast = fitting(passes.before, source, route).filter((edge) => edge !== decoder);
  const first = outermostLast.findIndex(carriesOut(unknown));
  const before = first < 0 ? [] : outermostLast.slice(first).filter(carriesOut(given)).reverse();
  const chain = steps.flatMap((step, n) => [...(n > 0 ? wanted(passes.within, step.from) : []), step]);
  return [...(decoder ? [decoder] : []), ...before, ...chain, ...wanted(passes.after, target)];
}
