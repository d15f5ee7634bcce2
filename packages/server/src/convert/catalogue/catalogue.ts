/** The catalogue of routes: all that are declared, and those whose engines are installed here. */
import { accessSync, constants, globSync } from 'node:fs';
import path from 'node:path';
import { installedLanguages } from '@protean/engines/tools/tesseract/languages.ts';
import type { Engine, Requirement } from '@protean/engines/contract/engine.ts';
import type { Options } from '@protean/engines/contract/options.ts';
import type { Format } from '@protean/formats/format.ts';
import { categoryTransitions } from './category-transitions.ts';
import { passesOf, stepsFor, withPasses, type Passes } from './passes.ts';
import { installedVersion, isAtLeast } from './installed-versions.ts';
import { combiningEdgesOf, edgesOf, fallbackEdgesOf, type Edge } from './edges.ts';
import { Planner, type Route } from './planner.ts';
import { verifiedOnly } from './route-list.ts';

export interface EngineState {
  engine: Engine;
  missing: readonly Requirement[];
}

/** What routes are planned and listed by, here or for the engines of other processes. */
export type RouteCatalogue = Pick<
  Catalogue,
  'live' | 'declared' | 'languages' | 'isFullyIsolated' | 'withheld' | 'stepsFor' | 'isText' | 'missingFor'
>;

export class Catalogue {
  readonly engines: readonly EngineState[];
  /** The languages that text in pictures can be of, by Tesseract's names. */
  readonly languages: readonly string[];
  /** Routes of the installed engines. */
  readonly live: Planner;
  readonly #plan: (engines: readonly Engine[], passes: Passes, source?: string) => Planner;
  readonly #passes: Passes;
  readonly #atFullIsolation: readonly Engine[];
  readonly #fallbacks: ReadonlyMap<string, readonly Edge[]>;
  readonly #combining: ReadonlyMap<string, Edge>;
  #declared: Planner | undefined;

  constructor(
    formats: readonly Format[],
    engines: readonly Engine[],
    isAvailable: (need: Requirement) => boolean = isInstalled,
    /** Engines as they are where isolation is full; `engines` may be what is left of them where it is weaker. */
    atFullIsolation: readonly Engine[] = engines,
    languages: readonly string[] = installedLanguages(),
  ) {
    this.#atFullIsolation = atFullIsolation;
    this.#plan = (some, passes, source) => {
      const completes = (route: Route) => withPasses(route, passes);
      return new Planner({
        formats,
        source,
        edges: edgesOf(some),
        transitions: categoryTransitions,
        // Read for each plan: it is as large as the plan, and no longer needed then.
        accepts: verifiedOnly(),
        completes,
      });
    };
    this.engines = engines.map((engine) => ({
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

  /** Whether every engine is offered as it is at full isolation. */
  get isFullyIsolated(): boolean {
    const offered = new Set(this.engines.map(({ engine }) => engine));
    return this.#atFullIsolation.every((engine) => offered.has(engine));
  }

  /** Routes of all engines; planned at the first use, since only refusals need them. */
  get declared(): Planner {
    const all = this.engines.map(({ engine }) => engine);
    return (this.#declared ??= this.#plan(all, passesOf(all)));
  }

  /** The route that only full isolation would allow; planned when asked, since only a refusal needs to know. */
  withheld(source: string, target: string): Route | undefined {
    if (this.isFullyIsolated || this.declared.find(source, target)) return undefined;
    const all = this.#atFullIsolation;
    return this.#plan(all, passesOf(all), source).find(source, target);
  }

  /** The steps of a route with `options`; `decode` says that the source is a text that is not UTF-8. */
  stepsFor(route: Route, options: Options, decode = false): readonly Edge[] {
    return stepsFor(route, options, this.#passes, decode);
  }

  /** Whether `source` is text, of which UTF-8 can be made. */
  isText(source: string): boolean {
    return this.#passes.decoders.has(source);
  }

  /** The edges of installed engines for files of `source` that the engine of a planned route cannot read. */
  fallbacks(source: string): readonly Edge[] {
    return this.#fallbacks.get(source) ?? [];
  }

  /** The step that makes a sound file of what is left of a damaged one of `source`; undefined where nothing does. */
  repair(source: string): Edge | undefined {
    return this.#passes.repairs.get(source);
  }

  /** The edge that makes one file of several of the format; undefined where no engine that is installed does. */
  combining(ext: string): Edge | undefined {
    return this.#combining.get(ext);
  }

  engine(id: string): Engine {
    const state = this.engines.find(({ engine }) => engine.id === id);
    if (!state) throw new Error(`no engine ${id}`);
    return state.engine;
  }

  /** What a route needs and is not installed. */
  missingFor(route: Route): Requirement[] {
    const used = new Set(route.steps.map((step) => step.engine));
    return this.engines.filter(({ engine }) => used.has(engine.id)).flatMap(({ missing }) => missing);
  }
}

/** Engines run in a sandbox that shows no programs but those below /usr. */
export function isInstalled(need: Requirement): boolean {
  return isThere(need) && !isOutdated(need);
}

/** Whether it is there, but of a version that the engine does not work with. */
export function isOutdated(need: Requirement): boolean {
  const { debian, since } = need;
  return since !== undefined && isThere(need) && !isAtLeast(installedVersion(debian), since);
}

function isThere({ command }: Requirement): boolean {
  return [command].flat().some((name) => placesOf(name).some((place) => isUsable(name, place)));
}

/** The files that a name may mean. */
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
