/** What can be converted here and now: every declared route, and those whose engines this machine has. */
import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import type { Engine, Requirement } from '@protean/engines/runtime/engine.ts';
import type { Options } from '@protean/engines/runtime/options.ts';
import type { Format } from '@protean/formats/format.ts';
import { categoryTransitions } from './category-transitions.ts';
import { prePostStepsOf, stepsFor, withPrePostSteps, type PrePostSteps } from './pre-post-steps.ts';
import { edgesOf, type Edge } from './edges.ts';
import { Planner, type Route } from './planner.ts';
import { verifiedOnly } from './route-list.ts';

export interface EngineState {
  engine: Engine;
  missing: readonly Requirement[];
}

export class Catalogue {
  readonly engines: readonly EngineState[];
  /** Routes over the engines that are here. */
  readonly live: Planner;
  readonly #plan: (engines: readonly Engine[], adapters: PrePostSteps) => Planner;
  readonly #prePostSteps: PrePostSteps;
  #declared: Planner | undefined;

  constructor(
    formats: readonly Format[],
    engines: readonly Engine[],
    isHere: (need: Requirement) => boolean = isInstalled,
  ) {
    const accepts = verifiedOnly();
    this.#plan = (some, adapters) => {
      const completes = (route: Route) => withPrePostSteps(route, adapters);
      return new Planner({
        formats,
        edges: edgesOf(some),
        transitions: categoryTransitions,
        accepts,
        completes,
      });
    };
    this.engines = engines.map((engine) => ({
      engine,
      missing: engine.needs.filter((need) => !isHere(need)),
    }));
    const here = this.engines.filter(({ missing }) => missing.length === 0).map(({ engine }) => engine);
    this.#prePostSteps = prePostStepsOf(here);
    this.live = this.#plan(here, this.#prePostSteps);
    if (here.length === engines.length) this.#declared = this.live;
  }

  /** Routes over all engines there are; planned when first asked for, since only a refusal needs to know. */
  get declared(): Planner {
    const all = this.engines.map(({ engine }) => engine);
    return (this.#declared ??= this.#plan(all, prePostStepsOf(all)));
  }

  /** The steps that a route takes when `options` are asked for. */
  stepsFor(route: Route, options: Options): readonly Edge[] {
    return stepsFor(route, options, this.#prePostSteps);
  }

  engine(id: string): Engine {
    const state = this.engines.find(({ engine }) => engine.id === id);
    if (!state) throw new Error(`no engine ${id}`);
    return state.engine;
  }

  /** What a route would need that is not here. */
  missingFor(route: Route): Requirement[] {
    const used = new Set(route.steps.map((step) => step.engine));
    return this.engines.filter(({ engine }) => used.has(engine.id)).flatMap(({ missing }) => missing);
  }
}

/** Engines run inside the box, which sees /usr and nothing else of the system: that is where to look. */
export function isInstalled({ command }: Requirement): boolean {
  try {
    accessSync(path.resolve('/usr/bin', command), path.isAbsolute(command) ? constants.R_OK : constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
