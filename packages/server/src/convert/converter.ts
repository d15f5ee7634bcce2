/** Converts one file: plans its route, waits for a free slot, performs the steps and names the result. */
import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { overloaded, ServiceError } from '../errors.ts';
import { format, stemOf } from '@protean/formats';
import type { OptionName } from '@protean/engines/runtime/options.ts';
import type { GivenWarning, WarningCode } from '@protean/engines/runtime/warnings.ts';
import type { Clock } from '../kit/clock.ts';
import { FairSemaphore, SemaphoreFullError } from '../kit/fair-semaphore.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { Catalogue } from './catalogue.ts';
import { CostEstimator } from './cost-estimator.ts';
import { sandboxOwner } from './isolation-group.ts';
import { fallbackSteps, isOtherContent, isUnreadable } from './fallback.ts';
import { KnownGood } from './known-good.ts';
import { explainMismatch } from './mismatch.ts';
import { packFiles, packResults, type PackedFile } from './pack.ts';
import { perform } from './perform.ts';
import { planAhead, planConversion, planPart, type ConversionPlan, type ConversionRequest } from './plan.ts';
import type { Route } from './planner.ts';
import { withRoute } from './route-details.ts';
import { ConversionStep, sizeOf, type ConversionBounds, type OnProgress, type StepScope } from './step.ts';
import { timeLimitOf } from './time-limit.ts';
import { warningOf, type Warning } from './warnings.ts';

/** For whom and how a plan is carried out. */
export interface ConversionTerms {
  /** The conversion's own folder: what its steps write goes there. */
  dir: string;
  signal?: AbortSignal | undefined;
  /** Who waits for it; the queue gives each caller as much time as another. */
  caller?: string | undefined;
  /** Whether it waits however long the queue is, instead of being refused with 503. */
  mayWaitInFullQueue?: boolean | undefined;
  /** The account whose conversion it is. */
  account?: string | undefined;
  /** Where it may take more than a conversion usually does. */
  bounds?: ConversionBounds | undefined;
  onProgress?: OnProgress | undefined;
}

export interface Conversion {
  /** The result, in the conversion's folder. */
  file: string;
  /** What to call it: the caller's name with the new extension. */
  fileName: string;
  mime: string;
  size: number;
  /** Milliseconds of converting, without those in the queue. */
  ms: number;
  route: Pick<Route, 'source' | 'target' | 'loses'>;
  /** What did not go wholly as asked. */
  warnings: Warning[];
}

/** What the steps of a conversion made. */
interface ConvertedFiles {
  files: readonly string[];
  scope: StepScope;
  warnings: Warning[];
}

/** How a conversion ended, for the metrics. */
type ConversionOutcome = 'ok' | 'refused' | 'failed' | 'busy' | 'left' | 'error';

/** A conversion that is over, well or not. */
export interface ConversionEnd {
  route: Route;
  outcome: ConversionOutcome;
  /** Milliseconds in the queue. */
  waitedMs: number;
  /** Milliseconds of converting; undefined when it never got a slot. */
  ms?: number | undefined;
  /** Why other engines were tried, in their order; nearly always empty. */
  unreadable: readonly unknown[];
}

interface ConverterServices {
  catalogue: Catalogue;
  sandbox: Sandbox;
  clock: Clock;
  conversionsAtOnce: number;
  conversionsWaiting: number;
  conversionWaitMs: number;
  conversionMs: number;
}

export class Converter {
  readonly #services: ConverterServices;
  readonly #semaphore: FairSemaphore;
  readonly #estimator = new CostEstimator();
  readonly #knownGood: KnownGood;
  readonly #watchers: ((end: ConversionEnd) => void)[] = [];

  constructor(services: ConverterServices) {
    this.#services = services;
    this.#semaphore = new FairSemaphore({
      size: services.conversionsAtOnce,
      maxWaiting: services.conversionsWaiting,
      maxWaitMs: services.conversionWaitMs,
      now: () => services.clock.elapsed(),
    });
    this.#knownGood = new KnownGood(services.sandbox);
  }

  /** Throws `bad_request` or `unsupported_route` for what cannot be converted, before anything runs. */
  plan(request: ConversionRequest, file: string): Promise<ConversionPlan> {
    return planConversion(this.#services.catalogue, request, file);
  }

  /** The same for one of several files that become one; see {@link planPart}. */
  planPart(request: ConversionRequest, file: string): Promise<ConversionPlan | undefined> {
    return planPart(this.#services.catalogue, request, file);
  }

  /** The options of a route; none where there is no route. */
  optionsOf(source: string, target: string): readonly OptionName[] {
    return this.#services.catalogue.live.find(source, target)?.options ?? [];
  }

  /** The route of a file that is still to be fetched; undefined where only its content can tell its format. */
  planAhead(request: ConversionRequest): Route | undefined {
    return planAhead(this.#services.catalogue, request);
  }

  /** Throws {@link ServiceError}; the signal's reason when it aborts. */
  convert(plan: ConversionPlan, terms: ConversionTerms): Promise<Conversion> {
    return this.#inTurn(plan, terms, (bytes, unreadable) => this.#perform(plan, bytes, terms, unreadable));
  }

  /** The same for one of several files that become one; it may be several files itself, which are not packed. */
  convertPart(plan: ConversionPlan, terms: ConversionTerms): Promise<ConvertedFiles> {
    return this.#inTurn(plan, terms, (bytes, unreadable) =>
      this.#performFiles(plan, bytes, terms, unreadable),
    );
  }

  /** Makes one file of several of the format `ext`. Returns its path, in the folder of `terms`. Throws as {@link convert}. */
  async combine(ext: string, files: readonly string[], terms: ConversionTerms): Promise<string> {
    const [only] = files;
    if (only !== undefined && files.length === 1) return only;
    const { catalogue } = this.#services;
    const edge = catalogue.combining(ext);
    if (!edge) throw cannotCombine(ext);
    const bytes = await sizeOf(files);
    const combine = () => {
      const step = new ConversionStep(edge, {}, this.#scopeOf(bytes, terms).scope);
      return step.combine(files, path.join(terms.dir, 'combined'), () => {});
    };
    const costMs = this.#estimator.expect({ source: ext, target: ext, steps: [edge] }, bytes);
    const [file = ''] = await this.#semaphore.run(combine, { ...terms, costMs, mayWaitInFullQueue: true });
    return file;
  }

  async #inTurn<Made>(
    plan: ConversionPlan,
    terms: ConversionTerms,
    perform: (bytes: number, unreadable: unknown[]) => Promise<Made>,
  ): Promise<Made> {
    const { clock } = this.#services;
    const queued = clock.elapsed();
    let began: number | undefined;
    const unreadable: unknown[] = [];
    const finish = (outcome: ConversionOutcome) => {
      const now = clock.elapsed();
      const waitedMs = (began ?? now) - queued;
      const ms = began === undefined ? undefined : now - began;
      for (const watcher of this.#watchers) watcher({ route: plan.route, outcome, waitedMs, ms, unreadable });
    };
    try {
      const { size } = await stat(plan.file);
      const costMs = this.expectedMs(plan.route, size);
      const made = await this.#semaphore.run(
        () => {
          began = clock.elapsed();
          return perform(size, unreadable);
        },
        { ...terms, costMs },
      );
      this.#estimator.measured(plan.route, size, clock.elapsed() - (began ?? queued));
      finish('ok');
      return made;
    } catch (thrown) {
      const error = withRoute(thrown instanceof SemaphoreFullError ? busy(thrown) : thrown, plan.route);
      finish(outcomeOf(error, terms.signal));
      throw error;
    }
  }

  /** Milliseconds that converting a file of so many bytes is expected to take, by what earlier conversions took. */
  expectedMs(route: Route, bytes: number): number {
    return this.#estimator.expect(route, bytes);
  }

  /** Monotonic milliseconds. */
  now(): number {
    return this.#services.clock.elapsed();
  }

  /** Packs files into a zip in the folder of `terms`; they are gone then. Returns its path. */
  async pack(files: readonly PackedFile[], { dir, bounds, signal }: ConversionTerms): Promise<string> {
    const { sandbox, conversionMs } = this.#services;
    return packFiles(files, dir, { sandbox, wallMs: bounds?.wallMs ?? conversionMs, bounds, signal });
  }

  /** Throws 503 where {@link convert} would even for the smallest file, before one is received in vain. */
  checkQueue(caller: string): void {
    try {
      this.#semaphore.check(caller);
    } catch (error) {
      throw error instanceof SemaphoreFullError ? busy(error) : error;
    }
  }

  /** Calls `watcher` at the end of every conversion that was planned. */
  watch(watcher: (end: ConversionEnd) => void): void {
    this.#watchers.push(watcher);
  }

  /** How many conversions run, and how many are queued. */
  get load(): { busy: number; waiting: number } {
    const { busy, waiting } = this.#semaphore;
    return { busy, waiting };
  }

  async #perform(
    plan: ConversionPlan,
    bytes: number,
    terms: ConversionTerms,
    unreadable: unknown[],
  ): Promise<Conversion> {
    const { clock } = this.#services;
    const began = clock.elapsed();
    const { route } = plan;
    const { files, scope, warnings } = await this.#performFiles(plan, bytes, terms, unreadable);
    const result = await packResults(files, route.target, terms.dir, scope);
    return {
      file: result.file,
      fileName: `${stemOf(path.posix.basename(plan.fileName.replaceAll('\\', '/'))) || 'converted'}.${result.format.ext}`,
      mime: result.format.mime,
      size: (await stat(result.file)).size,
      ms: Math.round(clock.elapsed() - began),
      route,
      warnings,
    };
  }

  async #performFiles(
    plan: ConversionPlan,
    bytes: number,
    terms: ConversionTerms,
    unreadable: unknown[],
  ): Promise<ConvertedFiles> {
    const { scope, warned } = this.#scopeOf(bytes, terms, plan.isolationGroup);
    const { onProgress } = terms;
    const files = await this.#performSteps(plan, terms.dir, scope, { onProgress, unreadable });
    return { files, scope, warnings: [...warned.values()].map(warningOf) };
  }

  /** What the steps of a conversion share, and the warnings that they give. */
  #scopeOf(
    bytes: number,
    { account, bounds, signal }: ConversionTerms,
    isolationGroup?: string,
  ): { scope: StepScope; warned: ReadonlyMap<WarningCode, GivenWarning> } {
    const { clock, sandbox, catalogue, conversionMs } = this.#services;
    const began = clock.elapsed();
    const wallMs = bounds?.wallMs ?? timeLimitOf(bytes, conversionMs);
    const warned = new Map<WarningCode, GivenWarning>();
    const scope: StepScope = {
      sandbox,
      knownGood: this.#knownGood,
      engine: (id: string) => catalogue.engine(id),
      now: () => clock.elapsed(),
      wallMs,
      deadline: began + wallMs,
      owner: sandboxOwner(account, isolationGroup),
      bounds,
      signal,
      onWarning: (warning) => warned.set(warning.code, warning),
    };
    return { scope, warned };
  }

  /** Tries other engines where the first one cannot read a file that is no other format. Throws the error of the first. */
  async #performSteps(
    plan: ConversionPlan,
    dir: string,
    scope: StepScope,
    { onProgress, unreadable }: { onProgress: OnProgress | undefined; unreadable: unknown[] },
  ): Promise<string[]> {
    const { file, route, sourceDeclared: declared } = plan;
    try {
      return await perform(plan, dir, scope, onProgress);
    } catch (error) {
      const explained = await explainMismatch(error, { file, source: format(route.source), declared });
      if (explained !== error || !isUnreadable(error, route.source)) throw explained;
      unreadable.push(error.cause);
      for (const [n, steps] of fallbackSteps(this.#services.catalogue, plan).entries()) {
        const own = path.join(dir, `fallback-${n + 1}`);
        await mkdir(own);
        try {
          const files = await perform({ ...plan, steps }, own, scope, onProgress);
          if (!isOtherContent(error)) scope.onWarning?.({ code: 'second_engine', detail: '' });
          return files;
        } catch (other) {
          if (!(other instanceof ServiceError) || other.status !== 400) throw other;
          unreadable.push(other.cause);
          if (isOtherContent(error) && other.details?.['reason'] !== 'no_page') throw other;
        }
      }
      throw error;
    }
  }
}

function cannotCombine(ext: string): ServiceError {
  return new ServiceError(
    'service_unavailable',
    `Joining files of ${ext} needs an engine that is not installed here.`,
    {
      details: { reason: 'engine_missing' },
    },
  );
}

function busy(error: SemaphoreFullError): ServiceError {
  const reason = error.full === 'queue' ? 'busy' : 'too_many_waiting';
  return overloaded(reason, error, Math.max(5, Math.ceil(error.waitMs / 1000)));
}

/** The outcome of a conversion that threw `error`; `left` where the caller's signal had aborted. */
function outcomeOf(error: unknown, signal: AbortSignal | undefined): ConversionOutcome {
  if (signal?.aborted) return 'left';
  if (!(error instanceof ServiceError)) return 'error';
  if (error.status === 503) return 'busy';
  return error.status < 500 ? 'refused' : 'failed';
}
