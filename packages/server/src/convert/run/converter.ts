/** Converts one file: plans its route, waits for a free slot, performs the steps and names the result. */
import { statSync } from 'node:fs';
import path from 'node:path';
import { ServiceError } from '../../errors.ts';
import { stemOf } from '@protean/formats';
import type { OptionName } from '@protean/engines/contract/options.ts';
import type { GivenWarning, WarningCode } from '@protean/engines/contract/warnings.ts';
import type { Clock } from '../../kit/clock.ts';
import { FairSemaphore, SemaphoreFullError } from '../../kit/concurrency/fair-semaphore.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { Attempts, withTried, type Attempt } from '../result/attempts.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { CostEstimator } from './cost-estimator.ts';
import type { CombinedFiles, ConversionResult, ConvertedPart } from '../result/conversion-result.ts';
import { outcomeOf, type ConversionEnd, type ConversionOutcome } from './conversion-end.ts';
import { sandboxOwner } from '../../sandbox/owner.ts';
import { planForSize } from './fallback.ts';
import { performOrRecover } from './recovery.ts';
import { edgeForFeatures, planForFeatures } from './lacking.ts';
import { KnownGood } from './known-good.ts';
import { refuseMisread } from './damage/misread.ts';
import { packFiles, packResults, type PackedFile } from '../result/pack.ts';
import { queueFull } from './queue-full.ts';
import type { RoutePlan, ConversionRequest } from '../request/route-plan.ts';
import { planAhead, planRoute, planPart } from '../request/route-plan.ts';
import type { Route } from '../catalogue/planner.ts';
import type { ResultCache } from '../result/result-cache.ts';
import type { Reporter } from '../result/reporter.ts';
import { withRoute } from '../catalogue/route-details.ts';
import { ConversionStep, sizeOf, type AroundStep, type StepScope } from './step.ts';
import { StepsDone } from '../result/steps-done.ts';
import type { ConversionBounds, ConversionContext } from '../request/context.ts';
import { longestOf, timeLimitOf } from '../request/time-limit.ts';
import { Deadline } from '../request/deadline.ts';
import { warningOf, type Warning } from '../result/warnings.ts';

/**
 * Expected time for reading the info of a file, in milliseconds. The queue uses the expected time as the cost of
 * reading the info.
 */
const fileInfoMs = 200;

/** The files that the steps of a conversion made. */
interface ConvertedFiles {
  files: readonly string[];
  scope: StepScope;
  warnings: Warning[];
  tried: readonly Attempt[];
  steps: StepsDone;
}

interface ConverterServices {
  catalogue: Catalogue;
  sandbox: Sandbox;
  clock: Clock;
  reporter: Reporter;
  conversionsAtOnce: number;
  conversionsWaiting: number;
  conversionWaitMs: number;
  conversionMs: number;
  /** Cached results. Undefined if results are not cached. */
  resultCache?: ResultCache | undefined;
  /** Wraps the execution of each step, see {@link StepScope}. */
  aroundStep?: AroundStep | undefined;
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

  get reporter(): Reporter {
    return this.#services.reporter;
  }

  /** Plans a conversion. Throws `bad_request` or `unsupported_route` before anything runs. */
  plan(request: ConversionRequest, file: string): Promise<RoutePlan> {
    const { catalogue, sandbox, reporter } = this.#services;
    return planRoute(catalogue, request, file, (format) =>
      this.#semaphore.run(
        async () => (await reporter.readFileInfo([{ file, format }], { sandbox }))[0] ?? {},
        {
          costMs: fileInfoMs,
          mayWaitInFullQueue: true,
        },
      ),
    );
  }

  /** Plans one of several files that are merged, with {@link planPart}. */
  planPart(request: ConversionRequest, file: string): Promise<RoutePlan | undefined> {
    return planPart(this.#services.catalogue, request, file);
  }

  /** Returns the options of a route, or an empty list if there is no route. */
  optionsOf(source: string, target: string): readonly OptionName[] {
    return this.#services.catalogue.live.find(source, target)?.options ?? [];
  }

  /**
   * Returns the route for a file that has not been downloaded yet, or undefined if its format must be detected from its
   * content.
   */
  planAhead(request: ConversionRequest): Route | undefined {
    return planAhead(this.#services.catalogue, request);
  }

  /** Converts a planned file. Throws {@link ServiceError}, or the signal's reason after an abort. */
  async convert(plan: RoutePlan, context: ConversionContext): Promise<ConversionResult> {
    const { resultCache } = this.#services;
    const make = () =>
      this.#inTurn(plan, context, (bytes, attempts) => this.#perform(plan, bytes, context, attempts));
    if (!resultCache) return make();
    const onReused = () =>
      this.#tell({ route: plan.route, outcome: 'reused', waitedMs: 0, tried: [], causes: [] });
    return resultCache.reuseOr(make, plan, context, onReused);
  }

  /**
   * Converts one of several files that will be merged afterwards. If the conversion makes several files, they are not
   * packed into a zip.
   */
  async convertPart(plan: RoutePlan, context: ConversionContext): Promise<ConvertedPart> {
    const { files, warnings, steps } = await this.#inTurn(plan, context, (bytes, attempts) =>
      this.#performFiles(plan, bytes, context, attempts),
    );
    return { files, warnings, steps: await this.reporter.stepsOf(steps) };
  }

  /**
   * Merges `files`, which all have the format `ext`, into one file in the folder of `context`. `titles` are the
   * caller's names for the files. Throws the errors of {@link convert}.
   */
  async combine(
    ext: string,
    { files, titles }: { files: readonly string[]; titles: readonly string[] },
    context: ConversionContext,
  ): Promise<CombinedFiles> {
    const { catalogue } = this.#services;
    const steps = new StepsDone();
    const warnings: Warning[] = [];
    const edge = catalogue.combining(ext);
    if (!edge) throw cannotCombine(ext);
    const bytes = sizeOf(files);
    const combine = async () => {
      context.onStart?.();
      const { scope, warned } = this.#scopeOf(bytes, context);
      const step = new ConversionStep(edge, {}, { ...scope, onStep: steps.add });
      const made = await step.combine(files, path.join(context.dir, 'combined'), () => {}, titles);
      warnings.push(...[...warned.values()].map(warningOf));
      return made;
    };
    const costMs = this.#estimator.expect({ source: ext, target: ext, steps: [edge] }, bytes);
    const [file = ''] = await this.#semaphore.run(combine, { ...context, costMs, mayWaitInFullQueue: true });
    return { file, warnings, steps: await this.reporter.stepsOf(steps) };
  }

  async #inTurn<Made>(
    plan: RoutePlan,
    context: ConversionContext,
    perform: (bytes: number, attempts: Attempts) => Promise<Made>,
  ): Promise<Made> {
    const { clock } = this.#services;
    const queued = clock.elapsed();
    let began: number | undefined;
    const attempts = new Attempts();
    const finish = (outcome: ConversionOutcome) => {
      const now = clock.elapsed();
      const waitedMs = (began ?? now) - queued;
      const ms = began === undefined ? undefined : now - began;
      const { list: tried, causes } = attempts;
      this.#tell({ route: plan.route, outcome, waitedMs, ms, tried, causes });
    };
    try {
      const costMs = this.expectedMs(plan.route, plan.bytes);
      const made = await this.#semaphore.run(
        () => {
          began = clock.elapsed();
          context.onStart?.();
          return perform(plan.bytes, attempts);
        },
        { ...context, costMs },
      );
      this.#estimator.measured(plan.route, plan.bytes, clock.elapsed() - (began ?? queued));
      finish('ok');
      return made;
    } catch (thrown) {
      const refusal =
        thrown instanceof SemaphoreFullError ? queueFull(thrown) : withTried(thrown, attempts.list);
      const error = withRoute(refusal, plan.route);
      finish(outcomeOf(error, context.signal));
      throw error;
    }
  }

  /** Returns the expected milliseconds for converting a file of `bytes` bytes, based on earlier conversions. */
  expectedMs(route: Route, bytes: number): number {
    return this.#estimator.expect(route, bytes);
  }

  /** Returns the monotonic time in milliseconds. */
  now(): number {
    return this.#services.clock.elapsed();
  }

  /** Packs files into a zip in the folder of `context`, removes the files and returns the path of the zip. */
  async pack(files: readonly PackedFile[], { dir, bounds, signal }: ConversionContext): Promise<string> {
    const deadline = this.#deadlineOf(this.#services.conversionMs, bounds);
    return packFiles(files, dir, { sandbox: this.#services.sandbox, deadline, bounds, signal });
  }

  /**
   * Throws 503 if {@link convert} would reject even the smallest file. With `checkQueue`, a server rejects a request
   * before it receives the file.
   */
  checkQueue(caller: string): void {
    try {
      this.#semaphore.check(caller);
    } catch (error) {
      throw error instanceof SemaphoreFullError ? queueFull(error) : error;
    }
  }

  /** Calls `watcher` at the end of every planned conversion. */
  watch(watcher: (end: ConversionEnd) => void): void {
    this.#watchers.push(watcher);
  }

  #tell(end: ConversionEnd): void {
    for (const watcher of this.#watchers) watcher(end);
  }

  /** Number of running and of queued conversions. */
  get load(): { busy: number; waiting: number } {
    const { busy, waiting } = this.#semaphore;
    return { busy, waiting };
  }

  async #perform(
    plan: RoutePlan,
    bytes: number,
    context: ConversionContext,
    attempts: Attempts,
  ): Promise<ConversionResult> {
    const { clock, reporter } = this.#services;
    const began = clock.elapsed();
    const { route } = plan;
    const { files, scope, warnings, tried, steps } = await this.#performFiles(plan, bytes, context, attempts);
    const stem = stemOf(path.posix.basename(plan.fileName.replaceAll('\\', '/'))) || 'converted';
    const result = await packResults(files, { ext: route.target, stem }, context.dir, scope);
    const conversion: ConversionResult = {
      file: result.file,
      fileName: `${stem}.${result.format.ext}`,
      mime: result.format.mime,
      size: statSync(result.file).size,
      ms: Math.round(clock.elapsed() - began),
      route,
      warnings,
      tried,
    };
    return reporter.complete(conversion, {
      plan,
      format: result.format.ext,
      steps,
      scope,
      report: context.report,
    });
  }

  async #performFiles(
    plan: RoutePlan,
    bytes: number,
    context: ConversionContext,
    attempts: Attempts,
  ): Promise<ConvertedFiles> {
    await refuseMisread(plan);
    const { scope, warned, steps } = this.#scopeOf(bytes, context, plan.requested.isolation_group);
    const large = planForSize(this.#services.catalogue, plan, bytes);
    if (large) scope.onWarning?.({ code: 'second_engine', detail: '' });
    const { plan: adapted, missing } = await planForFeatures(this.#services.catalogue, large ?? plan);
    warnOfFeatures(scope, missing);
    const given = { ...scope, attempts, fileName: plan.fileName };
    const recorders = { scope: given, attempts, done: steps };
    const files = await performOrRecover(this.#services.catalogue, adapted, context, recorders);
    // A caller who asks to strip metadata needs no warning that the metadata is missing.
    const reported = [...warned.values()].filter(
      ({ code }) => code !== 'metadata_left_out' || plan.options.strip_metadata !== true,
    );
    return { files, scope, steps, warnings: reported.map(warningOf), tried: attempts.list };
  }

  /**
   * Returns the scope that the steps of a conversion share, and the collections in which the scope records warnings and
   * executed steps.
   */
  #scopeOf(
    bytes: number,
    { account, bounds, signal }: ConversionContext,
    isolationGroup?: string,
  ): { scope: StepScope; warned: ReadonlyMap<WarningCode, GivenWarning>; steps: StepsDone } {
    const { clock, sandbox, catalogue, conversionMs, aroundStep } = this.#services;
    const warned = new Map<WarningCode, GivenWarning>();
    const steps = new StepsDone();
    const scope: StepScope = {
      sandbox,
      knownGood: this.#knownGood,
      engine: (id: string) => catalogue.engine(id),
      now: () => clock.elapsed(),
      deadline: this.#deadlineOf(timeLimitOf(bytes, conversionMs), bounds),
      owner: sandboxOwner(account, isolationGroup),
      bounds,
      signal,
      onWarning: (warning) => warned.set(warning.code, warning),
      onStep: steps.add,
      adapt: async (edge, file, names) => {
        const { edge: adapted, missing } = await edgeForFeatures(catalogue, edge, file, names);
        warnOfFeatures(scope, missing);
        return adapted;
      },
      aroundStep,
    };
    return { scope, warned, steps };
  }

  /**
   * Returns a deadline that begins now. No client waits for a job, so waiting time does not extend the time limit of a
   * job.
   */
  #deadlineOf(limitMs: number, bounds: ConversionBounds | undefined): Deadline {
    const now = () => this.#services.clock.elapsed();
    return bounds
      ? new Deadline({ now, limitMs: bounds.wallMs, longestMs: bounds.wallMs })
      : new Deadline({ now, limitMs, longestMs: longestOf(limitMs) });
  }
}

function warnOfFeatures({ onWarning }: StepScope, missing: readonly string[]): void {
  if (missing.length > 0) onWarning?.({ code: 'features_not_drawn', detail: missing.join(', ') });
}

function cannotCombine(ext: string): ServiceError {
  const message = `Merging ${ext} files needs an engine that is not installed.`;
  return new ServiceError('service_unavailable', message, { details: { reason: 'engine_missing' } });
}
