/** The catalogue of an API process: the routes of all living workers together. */
import type { Options } from '@protean/engines/contract/options.ts';
import type { Catalogue, RouteCatalogue } from '../convert/catalogue/catalogue.ts';
import { compareRoutes, RouteIndex, type Route, type RoutesByFormat } from '../convert/catalogue/planner.ts';
import { chainName } from '../convert/catalogue/route-list.ts';
import { emptyCatalogue } from './capabilities.ts';

/**
 * Routes of the current workers. When the workers change, the routes in this object change, but the object stays the
 * same.
 */
class UnionRoutes extends RouteIndex {
  override routes: RoutesByFormat = new Map();
}

export class WorkerCatalogue implements RouteCatalogue {
  readonly live = new UnionRoutes();
  languages: readonly string[] = [];
  /**
   * Catalogue of the worker with the most routes. Provides everything except the routes and the languages, for example
   * the messages about refused conversions.
   */
  #widest: Catalogue;
  readonly #disabledHere: ReadonlySet<string>;

  /** `disabledHere` are the formats that this process disables. */
  constructor(disabledHere: ReadonlySet<string>) {
    this.#disabledHere = disabledHere;
    this.#widest = emptyCatalogue(disabledHere);
  }

  /**
   * Replaces the routes with the best routes of all `catalogues`. `catalogues` contains the distinct catalogues of the
   * living workers.
   */
  replace(catalogues: readonly Catalogue[]): void {
    this.live.routes = unionOf(catalogues.map(({ live }) => live.routes));
    this.languages = [...new Set(catalogues.flatMap(({ languages }) => languages))].sort();
    const [widest] = catalogues.toSorted((a, b) => b.live.all().length - a.live.all().length);
    this.#widest = widest ?? emptyCatalogue(this.#disabledHere);
  }

  get declared(): Catalogue['declared'] {
    return this.#widest.declared;
  }

  get disabled(): Catalogue['disabled'] {
    return this.#widest.disabled;
  }

  get isFullyIsolated(): boolean {
    return this.#widest.isFullyIsolated;
  }

  withheld(source: string, target: string): Route | undefined {
    return this.#widest.withheld(source, target);
  }

  stepsFor(route: Route, options: Options, decode?: boolean): ReturnType<Catalogue['stepsFor']> {
    return this.#widest.stepsFor(route, options, decode);
  }

  isText(source: string): boolean {
    return this.#widest.isText(source);
  }

  missingFor(route: Route): ReturnType<Catalogue['missingFor']> {
    return this.#widest.missingFor(route);
  }
}

/**
 * Whether a worker with this catalogue can convert by `route`: with the same steps, and with all options of `route`.
 */
export function offers({ live }: Pick<Catalogue, 'live'>, route: Route): boolean {
  const own = live.find(route.source, route.target);
  return own !== undefined && (own === route || isSame(own, route));
}

const isSame = (own: Route, route: Route) =>
  chainName(own) === chainName(route) && route.options.every((name) => own.options.includes(name));

/** Returns the best route of all workers for each pair of source and target. */
export function unionOf(all: readonly RoutesByFormat[]): RoutesByFormat {
  const [first, ...others] = all;
  // In the usual case, all workers have the same routes.
  if (!first || others.length === 0) return first ?? new Map();
  const union = new Map<string, Map<string, Route>>();
  for (const routes of all) {
    for (const [source, targets] of routes) {
      const known = union.get(source) ?? new Map<string, Route>();
      union.set(source, known);
      for (const [target, route] of targets) {
        const other = known.get(target);
        if (!other || isBetter(route, other)) known.set(target, route);
      }
    }
  }
  return union;
}

/**
 * Returns whether `route` is better than `other`. Two routes with the same chain of steps may accept different options.
 * One worker may have an additional engine that applies options before or after the chain.
 */
const isBetter = (route: Route, other: Route) =>
  chainName(route) === chainName(other)
    ? route.options.length > other.options.length
    : compareRoutes(route, other) < 0;
