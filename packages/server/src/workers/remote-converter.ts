/**
 * Converts with the engines of worker processes. Plans with the routes of the living workers, and sends tasks to these
 * workers.
 */
import type { OptionName } from '@protean/engines/contract/options.ts';
import type { AnyConverter } from '../convert/run/any-converter.ts';
import type { CombinedFiles, ConversionResult, ConvertedPart } from '../convert/result/conversion-result.ts';
import type { ConversionContext } from '../convert/request/context.ts';
import { CostEstimator } from '../convert/run/cost-estimator.ts';
import type { PackedFile } from '../convert/result/pack.ts';
import {
  planAhead,
  planRoute,
  planPart,
  type RoutePlan,
  type ConversionRequest,
} from '../convert/request/route-plan.ts';
import type { Route } from '../convert/catalogue/planner.ts';
import { reportOfSeveral, statementOf, type OfSeveral } from '../convert/result/report.ts';
import { withRoute } from '../convert/catalogue/route-details.ts';
import { sizeOf } from '../convert/run/step.ts';
import { longestOf, timeLimitOf } from '../convert/request/time-limit.ts';
import { overloaded } from '../errors.ts';
import type { Clock } from '../kit/clock.ts';
import type { WorkerDirectory } from './directory.ts';
import { dispatch, type Dispatched, type DispatchServices } from './dispatch.ts';
import type { Task } from './channel/messages.ts';
import type { ResultOf } from './perform-task.ts';
import type { TaskResult } from './task-client.ts';
import { offers } from './worker-catalogue.ts';

interface RemoteConverterServices extends DispatchServices {
  directory: Pick<WorkerDirectory, 'catalogue' | 'size' | 'choose' | 'sending' | 'failed' | 'refresh'>;
  clock: Clock;
  /** Time limit for converting a small file, in milliseconds. */
  conversionMs: number;
}

/** The response of a worker. `file` is the first file of the response. */
interface Sent<Operation extends Task['operation']> extends TaskResult {
  result: ResultOf[Operation];
  file: string;
}

export class RemoteConverter implements AnyConverter {
  readonly #services: RemoteConverterServices;
  readonly #estimator = new CostEstimator();
  #busy = 0;

  constructor(services: RemoteConverterServices) {
    this.#services = services;
  }

  readonly reporter = {
    ofSeveral: async (of: OfSeveral, result: string) => reportOfSeveral(of, await statementOf(result)),
  };

  async plan(request: ConversionRequest, file: string): Promise<RoutePlan> {
    this.checkQueue();
    return planRoute(this.#services.directory.catalogue, request, file, 'later');
  }

  async planPart(request: ConversionRequest, file: string): Promise<RoutePlan | undefined> {
    this.checkQueue();
    return planPart(this.#services.directory.catalogue, request, file);
  }

  planAhead(request: ConversionRequest): Route | undefined {
    this.checkQueue();
    return planAhead(this.#services.directory.catalogue, request);
  }

  optionsOf(source: string, target: string): readonly OptionName[] {
    return this.#services.directory.catalogue.live.find(source, target)?.options ?? [];
  }

  async convert(plan: RoutePlan, context: ConversionContext): Promise<ConversionResult> {
    const { result, file } = await this.#sendPlan('convert', plan, context);
    this.#estimator.measured(plan.route, plan.bytes, result.ms);
    return { ...result, file, size: sizeOf([file]) };
  }

  async convertPart(plan: RoutePlan, context: ConversionContext): Promise<ConvertedPart> {
    const { result, files } = await this.#sendPlan('convertPart', plan, context);
    return { ...result, files };
  }

  async combine(
    ext: string,
    { files, titles }: { files: readonly string[]; titles: readonly string[] },
    context: ConversionContext,
  ): Promise<CombinedFiles> {
    const { result, file } = await this.#send('combine', {
      task: {
        operation: 'combine',
        ext,
        titles: [...titles],
        terms: { ...sent(context), mayWaitInFullQueue: true },
      },
      ...{ files, context, limitMs: this.#limitOf(files) },
      can: (catalogue) => catalogue.combining(ext) !== undefined,
    });
    return { ...result, file };
  }

  async pack(files: readonly PackedFile[], context: ConversionContext): Promise<string> {
    const paths = files.map(({ file }) => file);
    const { file } = await this.#send('pack', {
      task: {
        operation: 'pack',
        names: files.map(({ name }) => name),
        terms: { ...sent(context), mayWaitInFullQueue: true },
      },
      ...{ files: paths, context, limitMs: this.#limitOf(paths) },
      can: () => true,
    });
    return file;
  }

  expectedMs(route: Route, bytes: number): number {
    return this.#estimator.expect(route, bytes);
  }

  now(): number {
    return this.#services.clock.elapsed();
  }

  /** Throws 503 if no worker is alive. Does not check the queues, because each worker checks its own queue. */
  checkQueue(): void {
    if (this.#services.directory.size === 0) throw overloaded('no_worker');
  }

  get load(): { busy: number; waiting: number } {
    return { busy: this.#busy, waiting: 0 };
  }

  async #sendPlan<Operation extends 'convert' | 'convertPart'>(
    operation: Operation,
    { request, file, route }: RoutePlan,
    context: ConversionContext,
  ): Promise<Sent<Operation>> {
    try {
      return await this.#send(operation, {
        task: { operation, request, terms: sent(context) },
        ...{ files: [file], context, limitMs: this.#limitOf([file]) },
        can: (catalogue) => offers(catalogue, route),
      });
    } catch (error) {
      throw withRoute(error, route);
    }
  }

  async #send<Operation extends Task['operation']>(
    _: Operation,
    dispatched: Dispatched,
  ): Promise<Sent<Operation>> {
    this.#busy += 1;
    try {
      const { result, files } = await dispatch(this.#services, dispatched);
      const [file = ''] = files;
      return { result: result as ResultOf[Operation], files, file };
    } finally {
      this.#busy -= 1;
    }
  }

  /** Returns the maximum time for converting `files` together in milliseconds, including waits for a processor. */
  #limitOf(files: readonly string[]): number {
    return longestOf(timeLimitOf(sizeOf(files), this.#services.conversionMs));
  }
}

/** Returns the part of the context that a worker needs. */
function sent({ caller, account, mayWaitInFullQueue, report, requestId }: ConversionContext): Task['terms'] {
  return { caller, account, mayWaitInFullQueue, report, requestId };
}
