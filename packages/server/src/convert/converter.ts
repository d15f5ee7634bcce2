/** The whole way of one file: tell what it is, find the route, wait for a turn, perform, and name the result. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { overloaded, type ServiceError } from '../errors.ts';
import { format, stemOf } from '@protean/formats';
import type { Clock } from '../kit/clock.ts';
import { FairSemaphore, SemaphoreFullError } from '../kit/fair-semaphore.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { Catalogue } from './catalogue.ts';
import { ownerOfBoxes } from './isolation.ts';
import { KnownGood } from './known-good.ts';
import { explained } from './mismatch.ts';
import { outcomeOf, type ConversionOutcome } from './outcome.ts';
import { packResults } from './pack.ts';
import { perform, type StepBounds } from './perform.ts';
import { planAhead, planFor, type ConversionTerms, type ConversionPlan } from './plan.ts';
import type { Route } from './planner.ts';

export interface ConversionRequest extends ConversionTerms {
  /** The uploaded file, in `dir`. */
  file: string;
  /** The conversion's own folder; whatever else is written goes there. */
  dir: string;
  signal?: AbortSignal;
  /** Who waits for it; the line goes round the callers. */
  caller?: string;
  /** Whether it waits however long the line is, instead of being told 503. */
  mayWaitInFullQueue?: boolean;
  /** The account whose conversion it is. */
  owner?: string;
  /** Where it may take more than a conversion usually does. */
  bounds?: StepBounds;
  /** Told of how much is done, from 0 to 1, whenever there is news. */
  onProgress?: (share: number) => void;
  /** Called once it is known that there is such a route with such options, before waiting for a turn. */
  accepted?(route: Route): Promise<void>;
}

export interface Conversion {
  /** The result's place on disk. */
  file: string;
  /** What to call it: the caller's name with the new extension. */
  fileName: string;
  mime: string;
  size: number;
  /** Milliseconds of converting, waiting for a turn not counted. */
  ms: number;
  route: Route;
}

/** A conversion that has ended, well or not. */
export interface ConversionEnd {
  route: Route;
  outcome: ConversionOutcome;
  /** Milliseconds in line. */
  waitedMs: number;
  /** Milliseconds from its turn on; undefined when it never came. */
  ms?: number;
}

interface ConverterServices {
  catalogue: Catalogue;
  sandbox: Sandbox;
  clock: Clock;
  conversionsAtOnce: number;
  conversionsWaiting: number;
  conversionMs: number;
}

export class Converter {
  readonly #services: ConverterServices;
  readonly #semaphore: FairSemaphore;
  readonly #knownGood: KnownGood;
  readonly #watchers: ((end: ConversionEnd) => void)[] = [];

  constructor(parts: ConverterServices) {
    this.#services = parts;
    this.#semaphore = new FairSemaphore(parts.conversionsAtOnce, parts.conversionsWaiting);
    this.#knownGood = new KnownGood(parts.sandbox);
  }

  /** Throws {@link ServiceError}; the signal's reason when the caller left. */
  async convert(request: ConversionRequest): Promise<Conversion> {
    const plan = await this.plan(request);
    const { route } = plan;
    await request.accepted?.(route);
    const { clock } = this.#services;
    const asked = clock.elapsed();
    let began: number | undefined;
    const tell = (outcome: ConversionOutcome) => {
      const now = clock.elapsed();
      const times =
        began === undefined ? { waitedMs: now - asked } : { waitedMs: began - asked, ms: now - began };
      for (const watcher of this.#watchers) watcher({ route, outcome, ...times });
    };
    const work = () => {
      began = clock.elapsed();
      return this.#perform(request, plan);
    };
    try {
      const conversion = await this.#semaphore.run(work, request);
      tell('ok');
      return conversion;
    } catch (thrown) {
      const error = thrown instanceof SemaphoreFullError ? busy(thrown) : thrown;
      tell(outcomeOf(error, request.signal));
      throw error;
    }
  }

  /** Throws what `convert` would before it runs anything. */
  plan(asked: ConversionTerms & { file: string }): Promise<ConversionPlan> {
    return planFor(this.#services.catalogue, asked);
  }

  /** The same without the file; undefined where only its content can tell what it is. */
  planAhead(asked: ConversionTerms): ConversionPlan | undefined {
    return planAhead(this.#services.catalogue, asked);
  }

  /** Throws what `convert` would for want of a slot, so that no file is taken in for nothing. */
  checkRoom(caller: string): void {
    try {
      this.#semaphore.check(caller);
    } catch (error) {
      throw error instanceof SemaphoreFullError ? busy(error) : error;
    }
  }

  /** Tells `watcher` of every conversion for which there was a route, once it has ended. */
  watch(watcher: (end: ConversionEnd) => void): void {
    this.#watchers.push(watcher);
  }

  /** How many conversions run, and how many wait for their turn. */
  get load(): { busy: number; waiting: number } {
    const { busy, waiting } = this.#semaphore;
    return { busy, waiting };
  }

  async #perform(request: ConversionRequest, plan: ConversionPlan): Promise<Conversion> {
    const { clock, sandbox, catalogue } = this.#services;
    const began = clock.elapsed();
    const { route, options, isolationGroup } = plan;
    const { file, dir, signal, bounds, onProgress } = request;
    const owner = ownerOfBoxes(request.owner, isolationGroup);
    const tools = {
      sandbox,
      knownGood: this.#knownGood,
      engine: (id: string) => catalogue.engine(id),
      format,
      now: () => clock.elapsed(),
    };
    const task = {
      steps: catalogue.stepsFor(route, options),
      file,
      dir,
      options,
      wallMs: bounds?.wallMs ?? this.#services.conversionMs,
      ...(bounds ? { allowance: bounds } : {}),
      ...(onProgress ? { onProgress } : {}),
      ...(signal ? { signal } : {}),
      ...(owner === undefined ? {} : { owner }),
    };
    const files = await perform(task, tools).catch(async (error: unknown) => {
      const declared = Boolean(request.source);
      throw await explained(error, { file, source: format(route.source), declared });
    });
    const result = await packResults(files, route.target, task, sandbox);
    return {
      file: result.file,
      fileName: `${stemOf(path.posix.basename(request.fileName.replaceAll('\\', '/'))) || 'converted'}.${result.format.ext}`,
      mime: result.format.mime,
      size: (await stat(result.file)).size,
      ms: Math.round(clock.elapsed() - began),
      route,
    };
  }
}

function busy({ full }: SemaphoreFullError): ServiceError {
  return overloaded(full === 'line' ? 'busy' : 'too_many_waiting');
}
