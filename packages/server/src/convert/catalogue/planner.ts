/**
 * The planner: finds a chain of at most 3 edges from one format to another. Prefers the chain that loses least, then
 * the shortest and then the cheapest chain.
 */
import { lastsIn, type OptionName } from '@protean/engines/contract/options.ts';
import type { Category, Format, Trait } from '@protean/formats/format.ts';
import { intern } from '../../kit/intern.ts';
import type { CategoryTransition } from './category-transitions.ts';
import type { Edge } from './edges.ts';

export interface Route {
  source: string;
  target: string;
  steps: readonly Edge[];
  /** Traits (properties such as `alpha`) that may be lost, because the target cannot hold them or a step drops them. */
  loses: readonly Trait[];
  options: readonly OptionName[];
}

type Accepts = (route: Route) => boolean;

export interface PlannerInput {
  formats: readonly Format[];
  /** Plans only the routes of this source format. By default, plans the routes of all source formats. */
  source?: string | undefined;
  edges: readonly Edge[];
  transitions: readonly CategoryTransition[];
  /**
   * Returns a function that decides whether a route is accepted. If the function rejects a route, the planner uses the
   * next best route. The function is created for each plan, and its data is released after the plan. By default, all
   * routes are accepted.
   */
  accepts?: () => Accepts;
  /**
   * Called with each planned route. Returns the route that is offered, for example the planned route with additional
   * options. By default, planned routes are offered unchanged.
   */
  completes?: (route: Route) => Route;
}

/** Routes by source and target. */
export type RoutesByFormat = ReadonlyMap<string, ReadonlyMap<string, Route>>;

/** Looks up routes, independently of how they were planned. */
export abstract class RouteIndex {
  /** All routes, by source and then by target. Each change of the routes creates a new map. */
  abstract readonly routes: RoutesByFormat;

  /** Returns the route, or undefined if none exists. */
  find(source: string, target: string): Route | undefined {
    return this.routes.get(source)?.get(target);
  }

  /** Returns the targets of `source`, sorted. */
  targets(source: string): string[] {
    return [...(this.routes.get(source)?.keys() ?? [])].sort();
  }

  all(): Route[] {
    return [...this.routes.values()].flatMap((targets) => [...targets.values()]);
  }
}

type Targets = ReadonlyMap<string, Route>;

/**
 * Plans all routes of a source at the first look-up for this source. Plans all routes that are not planned yet when a
 * caller lists all routes.
 */
export class Planner extends RouteIndex {
  /** Inputs of the planning. Undefined once all routes are planned. */
  #planning: Planning | undefined;
  #planned = new Map<string, Targets>();

  constructor(input: PlannerInput) {
    super();
    this.#planning = new Planning(input);
  }

  override get routes(): RoutesByFormat {
    const planning = this.#planning;
    if (planning) {
      const accepts = planning.accepts();
      const routes = planning.sources.map(
        (source) => [source, this.#planned.get(source) ?? planning.targetsOf(source, accepts)] as const,
      );
      this.#planned = new Map(routes.filter(([, targets]) => targets.size > 0));
      this.#planning = undefined;
    }
    return this.#planned;
  }

  override find(source: string, target: string): Route | undefined {
    return this.#targetsOf(source)?.get(target);
  }

  override targets(source: string): string[] {
    return [...(this.#targetsOf(source)?.keys() ?? [])].sort();
  }

  #targetsOf(source: string): Targets | undefined {
    const planning = this.#planning;
    if (planning?.sources.includes(source) && !this.#planned.has(source))
      this.#planned.set(source, planning.targetsOf(source, planning.accepts()));
    return this.#planned.get(source);
  }
}

/** Inputs of planning that are the same for all sources. */
class Planning {
  readonly sources: readonly string[];
  readonly accepts: () => Accepts;
  readonly #completes: (route: Route) => Route;
  readonly #byExt: ReadonlyMap<string, Format>;
  readonly #best: BestEdges;
  readonly #allowed: Allowed;
  readonly #traits = intern<Trait>();
  readonly #names = intern<OptionName>();

  constructor({ formats, source: only, edges, transitions, accepts, completes }: PlannerInput) {
    this.sources = formats.map(({ ext }) => ext).filter((ext) => only === undefined || ext === only);
    this.accepts = accepts ?? (() => () => true);
    this.#completes = completes ?? ((route) => route);
    const byExt = new Map(formats.map((format) => [format.ext, format]));
    this.#byExt = byExt;
    this.#best = bestEdges(edges.filter((edge) => byExt.has(edge.from) && byExt.has(edge.to)));
    this.#allowed = indexTransitions(transitions);
  }

  targetsOf(ext: string, accepts: Accepts): Targets {
    const source = this.#byExt.get(ext);
    if (!source) return new Map();
    const routes = routesFrom(source, this.#byExt, this.#best, this.#allowed, accepts);
    return new Map([...routes].map(([to, route]) => [to, this.#finish(route)]));
  }

  #finish(route: Route): Route {
    // Copies each property, because a spread copy takes three times the memory.
    const { source, target, steps, loses, options } = this.#completes(route);
    return { source, target, steps, loses: this.#traits(loses), options: this.#names(options) };
  }
}

type BestEdges = ReadonlyMap<string, ReadonlyMap<string, Edge>>;

// Between two formats, prefers the engine that loses least, then the fastest, then the alphabetically first.
function bestEdges(edges: readonly Edge[]): BestEdges {
  const best = new Map<string, Map<string, Edge>>();
  for (const edge of edges) {
    const targets = best.get(edge.from) ?? new Map<string, Edge>();
    best.set(edge.from, targets);
    const other = targets.get(edge.to);
    if (!other || compareEdges(edge, other) < 0) targets.set(edge.to, edge);
  }
  return best;
}

function compareEdges(a: Edge, b: Edge): number {
  return a.loses.length - b.loses.length || a.cost - b.cost || (a.engine < b.engine ? -1 : 1);
}

function routesFrom(
  source: Format,
  formats: ReadonlyMap<string, Format>,
  best: BestEdges,
  transitions: Allowed,
  accepts: (route: Route) => boolean,
): Map<string, Route> {
  const found = new Map<string, Route>();
  let open: Edge[][] = [[]];
  for (let length = 1; length <= 3; length += 1) {
    const longer: Edge[][] = [];
    for (const chain of open) {
      const here = chain.at(-1)?.to ?? source.ext;
      for (const edge of best.get(here)?.values() ?? []) {
        const target = formats.get(edge.to);
        if (!target || chain.some((step) => step.to === edge.to)) continue;
        // A detour back to the source would only lose quality. Therefore, a route that keeps the format is one edge,
        // and no chain continues from such an edge.
        const isSameFormat = edge.to === source.ext;
        if (isSameFormat && chain.length > 0) continue;
        const steps = [...chain, edge];
        const between = chain.map((step) => formats.get(step.to)).filter((format) => format !== undefined);
        if (!makesSense(source, between, target, chain, transitions)) continue;
        const route = toRoute(source, between, target, steps);
        const other = found.get(target.ext);
        if ((!other || compareRoutes(route, other) < 0) && accepts(route)) found.set(target.ext, route);
        // Only the last step may split a file into several files, because every other step passes one file to the next
        // step.
        const isHub = target.hub === true || target.hubFor?.includes(source.ext) === true;
        if (isHub && !edge.many && !isSameFormat) longer.push(steps);
      }
    }
    open = longer;
  }
  return found;
}

/**
 * Whether a chain is useful. All intermediate formats must hold every trait that both source and target hold, except
 * the traits that the first step drops. `chain` contains the steps to the intermediate formats. The chain may change
 * category only by declared transitions.
 */
function makesSense(
  source: Format,
  between: readonly Format[],
  target: Format,
  chain: readonly Edge[],
  transitions: Allowed,
): boolean {
  if (between.length === 0) return true;
  const dropped = chain[0]?.loses ?? [];
  const kept = source.holds.filter((trait) => target.holds.includes(trait) && !dropped.includes(trait));
  const passed = between.map(({ ext }) => ext);
  return between.every(
    (format) =>
      staysWithin(source, { category: format.category, passed }, target, transitions) &&
      kept.every((trait) => format.holds.includes(trait)),
  );
}

function staysWithin(
  from: Format,
  { category: between, passed }: { category: Category; passed: readonly string[] },
  to: Format,
  transitions: Allowed,
): boolean {
  const within = from.category === to.category && between === from.category;
  const rows = transitions.get(transition(from.category, between, to.category)) ?? (within ? anything : []);
  return rows.some(
    ({ by, of, into }) => (by === undefined || passed.includes(by)) && holds(from, of) && holds(to, into),
  );
}

/** Within a category, any chain is allowed unless a row for the category restricts it. */
const anything: readonly Pick<CategoryTransition, 'by' | 'of' | 'into'>[] = [{}];

const holds = (format: Format, trait: Trait | undefined) =>
  trait === undefined || format.holds.includes(trait);

const transition = (from: Category, between: Category, to: Category) => `${from}>${between}>${to}`;

/** Transitions by the categories of source, intermediate format and target. */
type Allowed = ReadonlyMap<string, readonly CategoryTransition[]>;

function indexTransitions(transitions: readonly CategoryTransition[]): Allowed {
  const allowed = new Map<string, CategoryTransition[]>();
  for (const row of transitions) {
    for (const between of [row.from, ...(row.through ? [row.through] : []), row.to]) {
      const name = transition(row.from, between, row.to);
      allowed.set(name, [...(allowed.get(name) ?? []), row]);
    }
  }
  return allowed;
}

function toRoute(source: Format, between: readonly Format[], target: Format, steps: readonly Edge[]): Route {
  const inherent = source.holds.filter((trait) => !target.holds.includes(trait));
  // A step cannot lose a trait that the source does not hold.
  const dropped = steps.flatMap((step) => step.loses).filter((trait) => source.holds.includes(trait));
  return {
    source: source.ext,
    target: target.ext,
    steps,
    loses: [...new Set([...inherent, ...dropped])],
    options: [...new Set(lastingOptions(steps, [...between, target]))],
  };
}

/**
 * Returns the options that the steps accept. Omits an option if its effect does not last in a format that a later step
 * writes.
 */
const lastingOptions = (steps: readonly Edge[], written: readonly Format[]) =>
  steps.flatMap(({ options }, n) => {
    const later = written.slice(n + 1);
    return later.length === 0
      ? options
      : options.filter((name) => later.every((format) => lastsIn(name, format)));
  });

/** Sorts routes by least loss, then fewest steps, then lowest cost, then alphabetically by name. */
export function compareRoutes(a: Route, b: Route): number {
  return (
    a.loses.length - b.loses.length ||
    a.steps.length - b.steps.length ||
    totalCost(a) - totalCost(b) ||
    (name(a) < name(b) ? -1 : 1)
  );
}

const totalCost = (route: Route) => route.steps.reduce((sum, step) => sum + step.cost, 0);

const name = (route: Route) => route.steps.map((step) => `${step.engine}:${step.to}`).join(' ');
