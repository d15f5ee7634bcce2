/**
 * Sends a task to a suitable worker. If the connection to the first worker breaks or the first worker has no free slot,
 * sends the task to a second worker.
 */
import path from 'node:path';
import type { Logger } from 'pino';
import type { Catalogue } from '../convert/catalogue/catalogue.ts';
import type { ConversionContext } from '../convert/request/context.ts';
import { overloaded, ServiceError } from '../errors.ts';
import type { NewId } from '../kit/ids.ts';
import type { Tracing } from '../tracing/tracing.ts';
import type { KnownWorker, WorkerDirectory } from './directory.ts';
import { ConnectionLostError } from './channel/message-reader.ts';
import type { TaskClient, TaskResult, TaskToSend } from './task-client.ts';

/** Maximum number of workers to try. */
const maxTries = 2;
/**
 * Time in milliseconds that this process adds to the time limit. The worker measures the time limit more precisely than
 * this process, so the worker should be the first to end the task.
 */
const graceMs = 10_000;

export interface DispatchServices {
  directory: Pick<WorkerDirectory, 'choose' | 'sending' | 'failed' | 'refresh'>;
  client: Pick<TaskClient, 'run'>;
  newId: NewId;
  log: Pick<Logger, 'warn'>;
  tracing: Tracing;
}

export interface Dispatched {
  task: TaskToSend;
  files: readonly string[];
  context: ConversionContext;
  /** Whether a worker with this catalogue can run the task. */
  can: (catalogue: Catalogue) => boolean;
  /** Time limit for running the task, in milliseconds. The time limit applies to all attempts together. */
  limitMs: number;
}

/**
 * Runs the task. The files of the result are in the folder of `context`. Throws the worker's error, or the signal's
 * reason after an abort. Throws 503 `no_worker` if no worker accepts the task, 502 `worker_died` if two workers were
 * lost, and 502 `timeout` after the time limit.
 */
export async function dispatch(
  { directory, client, newId, log, tracing }: DispatchServices,
  { task, files, context, can, limitMs }: Dispatched,
): Promise<TaskResult> {
  using limit = new TimeLimit(limitMs + graceMs);
  const signal = context.signal ? AbortSignal.any([context.signal, limit.signal]) : limit.signal;
  const tried = new Set<string>();
  let share = 0;
  let failure: unknown;
  while (tried.size < maxTries) {
    const worker = await next(directory, can, tried);
    if (!worker) break;
    tried.add(worker.id);
    try {
      const run = {
        dir: path.join(context.dir, `from-worker-${newId()}`),
        signal,
        onStart: () => limit.start(),
        // The progress of a second attempt starts from 0, but reported progress never decreases.
        onProgress: (now: number) => context.onProgress?.((share = Math.max(share, now))),
      };
      return await tracing.span(`send ${task.operation}`, { kind: 'client' }, () =>
        directory.sending(worker, () =>
          client.run(worker.address, withTraceparent(task, tracing), files, run),
        ),
      );
    } catch (error) {
      const isLost = error instanceof ConnectionLostError;
      if (signal.aborted || !(isLost || hasNoRoom(error))) throw error;
      const { requestId } = context;
      log.warn(
        { worker: worker.address, requestId, cause: causeOf(error) },
        'a worker failed to perform a task',
      );
      if (isLost) directory.failed(worker);
      failure = error;
    }
  }
  if (failure instanceof ServiceError) throw failure;
  throw tried.size === maxTries ? workersDied(failure) : overloaded('no_worker', failure);
}

function withTraceparent(task: TaskToSend, { traceparent }: Tracing): TaskToSend {
  return traceparent === null ? task : { ...task, terms: { ...task.terms, traceparent } };
}

/**
 * Returns a suitable worker. If no suitable worker is known, refreshes the directory first, because a new worker may
 * have started. Returns undefined if no worker is suitable.
 */
async function next(
  directory: DispatchServices['directory'],
  can: (catalogue: Catalogue) => boolean,
  tried: ReadonlySet<string>,
): Promise<KnownWorker | undefined> {
  const worker = directory.choose(can, tried);
  if (worker) return worker;
  await directory.refresh().catch(() => undefined);
  return directory.choose(can, tried);
}

/** Whether the worker could not accept the task now (status 503). Another worker may have a free slot. */
const hasNoRoom = (error: unknown) => error instanceof ServiceError && error.status === 503;

/** Returns the message of an error that broke the connection to a worker, with the message of its cause. */
function causeOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}

function workersDied(cause: unknown): ServiceError {
  return new ServiceError(
    'service_unavailable',
    'The conversion was started twice, and each time its worker stopped before the conversion was done.',
    { details: { reason: 'worker_died' }, cause },
  );
}

/** Aborts its signal `ms` milliseconds after the first call of `start`. */
class TimeLimit implements Disposable {
  readonly #ms: number;
  readonly #late = new AbortController();
  #timer: NodeJS.Timeout | undefined;

  constructor(ms: number) {
    this.#ms = ms;
  }

  get signal(): AbortSignal {
    return this.#late.signal;
  }

  start(): void {
    this.#timer ??= setTimeout(() => this.#late.abort(tookTooLong()), this.#ms);
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
  }
}

function tookTooLong(): ServiceError {
  return new ServiceError(
    'service_unavailable',
    'The conversion took too long and was stopped. A smaller file may fit, and a job (POST /v1/jobs) may take longer.',
    { details: { reason: 'timeout' } },
  );
}
