/**
 * The catalogue of all declared routes. The catalogue also contains the routes whose engines are installed on this
 * machine. A route consists of edges. Each edge is a conversion from one format to another by one engine.
 */
import { accessSync, constants, globSync } from 'node:fs';
import path from 'node:path';
import { installedLanguages } from '@protean/engines/tools/tesseract/languages.ts';
import { withoutFormats, type Engine, type Requirement } from '@protean/engines/contract/engine.ts';
import type { Options } from '@protean/engines/contract/options.ts';
import type { Format } from '@protean/formats/format.ts';
import { categoryTransitions } from './category-transitions.ts';
import { passesOf, stepsFor, withPasses, type Passes } from './passes.ts';
import { installedVersion, isAtLeast } from './installed-versions.ts';
import { combiningEdgesOf, edgesOf, fallbackEdgesOf, type Edge } from './edges.ts';
import { Planner, type Route, type RouteIndex } from './planner.ts';
import { verifiedOnly } from './route-list.ts';

export interface EngineState {
  engine: Engine;
  missing: readonly Requirement[];
}

/** The part of the catalogue that plans and lists routes, for local engines or for engines of other processes. */
export type RouteCatalogue = Pick<
  Catalogue,
  | 'live'
  | 'declared'
  | 'languages'
  | 'disabled'
  | 'isFullyIsolated'
  | 'withheld'
  | 'stepsFor'
  | 'isText'
  | 'missingFor'
>;

export class Catalogue {
  readonly engines: readonly EngineState[];
  /** OCR languages, by Tesseract's names. */
  readonly languages: readonly string[];
  /** Formats that the operator disabled, by extension. */
  readonly disabled: ReadonlySet<string>;
  /** Whether every engine is offered with all the edges that full isolation allows. */
  readonly isFullyIsolated: boolean;
  /** Routes of the installed engines. */
  readonly live: RouteIndex;
  readonly #plan: (engines: readonly Engine[], passes: Passes, source?: string) => RouteIndex;
  readonly #passes: Passes;
  readonly #atFullIsolation: readonly Engine[];
  readonly #fallbacks: ReadonlyMap<string, readonly Edge[]>;
  readonly #combining: ReadonlyMap<string, Edge>;
  #declared: RouteIndex | undefined;

  constructor(
    formats: readonly Format[],
    engines: readonly Engine[],
    isAvailable: (need: Requirement) => boolean = isInstalled,
    /** Engines as declared for full isolation. At weaker isolation, `engines` may have fewer edges. */
    atFullIsolation: readonly Engine[] = engines,
    languages: readonly string[] = installedLanguages(),
    disabled: ReadonlySet<string> = new Set(),
  ) {
    this.#atFullIsolation = atFullIsolation;
    this.disabled = disabled;
    const atThisLevel = new Set(engines);
    this.isFullyIsolated = atFullIsolation.every((engine) => atThisLevel.has(engine));
    const offered = disabled.size === 0 ? engines : engines.map((engine) => withoutFormats(engine, disabled));
    this.#plan = (some, passes, source) => {
      const completes = (route: Route) => withPasses(route, passes);
      return new Planner({
        formats,
        source,
        edges: edgesOf(some),
        transitions: categoryTransitions,
        // Passes a function instead of the list of accepted chains, so that the list can be freed after planning. The
        // list of accepted chains takes as much memory as all planned routes.
        accepts: verifiedOnly,
        completes,
      });
    };
    this.engines = offered.map((engine) => ({
      engine,
      missing: engine.needs.filter((need) => !isAvailable(need)),
    }));
    const here = this.engines.filter(({ missing }) => missing.length === 0).map(({ engine }) => engine);
    this.languages = languages;
    this.#passes = passesOf(here);
    this.#fallbacks = fallbackEdgesOf(here);
    this.#combining = combiningEdgesOf(here);
    this.live = this.#plan(here, this.#passes);
    if (here.length === engines.length) this.#declared = this.live;
  }

  /**
   * Routes of all engines, installed or not. The routes are planned on first use, because only the errors of refused
   * requests need the routes of all engines.
   */
  get declared(): RouteIndex {
    const all = this.engines.map(({ engine }) => engine);
    return (this.#declared ??= this.#plan(all, passesOf(all)));
  }

  /**
   * Returns the route that only full isolation would allow. The route is planned on demand, because only the errors of
   * refused requests need it.
   */
  withheld(source: string, target: string): Route | undefined {
    if (this.isFullyIsolated || this.declared.find(source, target)) return undefined;
    const all = this.#atFullIsolation;
    return this.#plan(all, passesOf(all), source).find(source, target);
  }

  /**
   * Returns the steps of a route with `options`. `decode` means that the source is text in an encoding other than
   * UTF-8.
   */
  stepsFor(route: Route, options: Options, decode = false): readonly Edge[] {
    return stepsFor(route, options, this.#passes, decode);
  }

  /** Whether `source` is a text format that can be decoded to UTF-8. */
  isText(source: string): boolean {
    return this.#passes.decoders.has(source);
  }

  /**
   * Returns the fallback edges of installed engines from the format `source`. Fallback edges are for files that the
   * engine of the planned route cannot convert.
   */
  fallbacks(source: string): readonly Edge[] {
    return this.#fallbacks.get(source) ?? [];
  }

  /**
   * Returns the step that repairs a damaged file of the format `source`. Returns undefined if no engine repairs files
   * of the format `source`.
   */
  repair(source: string): Edge | undefined {
    return this.#passes.repairs.get(source);
  }

  /**
   * Returns the edge that merges several files of the format `ext`. Returns undefined if no installed engine merges
   * files of the format `ext`.
   */
  combining(ext: string): Edge | undefined {
    return this.#combining.get(ext);
  }

  engine(id: string): Engine {
    const state = this.engines.find(({ engine }) => engine.id === id);
    if (!state) throw new Error(`no engine ${id}`);
    return state.engine;
  }

  /** Returns the missing requirements of a route's engines. */
  missingFor(route: Route): Requirement[] {
    const used = new Set(route.steps.map((step) => step.engine));
    return this.engines.filter(({ engine }) => used.has(engine.id)).flatMap(({ missing }) => missing);
  }
}

/**
 * Whether a requirement is installed below /usr, in a version that is new enough. Sandboxes contain no programs from
 * folders outside /usr.
 */
export function isInstalled(need: Requirement): boolean {
  return isThere(need) && !isOutdated(need);
}

/** Whether the requirement is installed, but in a version that is too old for the engine. */
export function isOutdated(need: Requirement): boolean {
  const { debian, since } = need;
  return since !== undefined && isThere(need) && !isAtLeast(installedVersion(debian), since);
}

function isThere({ command }: Requirement): boolean {
  return [command].flat().some((name) => placesOf(name).some((place) => isUsable(name, place)));
}

/** Returns the paths to check for a requirement. `name` is a path or a pattern, absolute or relative to /usr/bin. */
function placesOf(name: string): readonly string[] {
  const place = path.resolve('/usr/bin', name);
  return place.includes('*') ? globSync(place) : [place];
}

function isUsable(name: string, place: string): boolean {
  try {
    accessSync(place, path.isAbsolute(name) ? constants.R_OK : constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
