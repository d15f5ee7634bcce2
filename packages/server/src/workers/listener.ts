/**
 * The listener of a worker process: receives tasks from API processes, runs each in a separate folder, and sends the
 * result.
 */
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Logger } from 'pino';
import type { Converter } from '../convert/run/converter.ts';
import type { Workspace } from '../convert/run/workspace.ts';
import { overloaded, type ServiceError } from '../errors.ts';
import type { Tracing } from '../tracing/tracing.ts';
import type { Channel } from './channel/channel.ts';
import { ChannelConnections } from './channel/connections.ts';
import { Exchange } from './channel/exchange.ts';
import { ConnectionLostError } from './channel/message-reader.ts';
import { taskPath, taskSchema, writeFailure, type Task } from './channel/messages.ts';
import { Rejections } from './channel/rejections.ts';
import { performTask } from './perform-task.ts';

/** Time in milliseconds after which a caller counts as disconnected if no data was sent or received. */
const silentMs = 30_000;
/**
 * Time in milliseconds after which an idle connection is closed. API processes close idle connections to a worker a
 * little earlier.
 */
const keepAliveMs = 60_000;
/** Timeout of the handshake, in milliseconds. During the handshake, a caller proves that it has the key. */
const handshakeMs = 5_000;

export interface ListenerServices {
  converter: Pick<Converter, 'plan' | 'convert' | 'convertPart' | 'combine' | 'pack' | 'checkQueue'>;
  workspace: Workspace;
  log: Logger;
  /** Aborts when the worker accepts no more tasks. */
  draining: AbortSignal;
  /** Aborts when all tasks that are still running must end. */
  ending: AbortSignal;
  /** Returns the disk space that files may still use, in bytes. */
  availableBytes: () => number;
  /** Converts any error to an error for the caller. */
  toServiceError: (error: unknown) => ServiceError;
  /** Returns the cause of an error, which is written to the log only. */
  causeOf: (error: ServiceError) => unknown;
  tracing: Tracing;
  /** Returns the monotonic time in milliseconds. */
  now: () => number;
}

/** Address and limits of a listener. */
export interface ListenerSettings {
  host: string;
  port: number;
  /** Maximum number of open connections. */
  connections: number;
  /** Timeout of the TLS handshake, in milliseconds (default: 5,000). */
  handshakeMs?: number;
}

export interface TaskListener {
  port: number;
  /** Number of open connections, their maximum, and the number of connections rejected within the last minute. */
  readonly state: { open: number; max: number; rejected: number };
  /** Stops accepting tasks. Resolves when the running tasks have ended. */
  close(): Promise<void>;
}

/** Opens the listener. Rejects if the listener cannot listen on the address. */
export async function openListener(
  { host, port, connections: max, handshakeMs: handshakeTimeout = handshakeMs }: ListenerSettings,
  channel: Channel,
  services: ListenerServices,
): Promise<TaskListener> {
  const { log } = services;
  const timeouts = { requestTimeout: 0, keepAliveTimeout: keepAliveMs, handshakeTimeout };
  const server = createServer({ ...channel.listener, ...timeouts }, (request, response) => {
    answer(request, response, services).catch((error: unknown) => log.error(error, 'a task got no response'));
  });
  server.setTimeout(silentMs);
  const rejections = new Rejections(services);
  const reject = (cause: string) => rejections.add(cause);
  server.on('tlsClientError', ({ message }) => reject(message));
  const connections = new ChannelConnections(max, reject);
  connections.watch(server);
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    get state() {
      return { ...connections.state, rejected: rejections.recent };
    },
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeIdleConnections();
      await closed;
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  services: ListenerServices,
): Promise<void> {
  if (request.method !== 'POST' || request.url !== taskPath) {
    response.writeHead(404).end();
    return;
  }
  using exchange = new Exchange(request, response);
  let log = services.log;
  try {
    const task = taskSchema.parse(await exchange.reader.line());
    log = log.child({ requestId: task.terms.requestId, operation: task.operation });
    const options = { kind: 'server', parent: task.terms.traceparent ?? null } as const;
    await services.tracing.span(task.operation, options, () => run(task, exchange, services));
    log.info('task done');
  } catch (error) {
    if (exchange.left.aborted || error instanceof ConnectionLostError)
      return log.info('the caller of a task disconnected');
    const failure = services.toServiceError(error);
    const { code, details, message, status } = failure;
    log[status >= 500 ? 'error' : 'info']({ code, details, cause: services.causeOf(failure) }, message);
    exchange.send({ event: 'failed', failure: writeFailure(failure) });
  }
}

async function run(task: Task, exchange: Exchange, services: ListenerServices): Promise<void> {
  const { converter, workspace, ending } = services;
  admit(task, services);
  await using folder = workspace.openConversion();
  const dir = folder.path;
  exchange.send({ event: 'accepted' });
  const files = await exchange.reader.saveFiles(path.join(dir, 'sent'), task.files);
  const outcome = await performTask(converter, task, files, {
    ...task.terms,
    dir,
    signal: AbortSignal.any([exchange.left, ending]),
    onStart: () => exchange.send({ event: 'started' }),
    onProgress: (share) => exchange.send({ event: 'progress', share }),
  });
  await exchange.sendResult(outcome);
}

/**
 * Throws 503 if this worker cannot accept the task now, so that the caller sends the task to another worker. Called
 * before any file of the task is received.
 */
function admit(
  { files, terms: { caller = '', mayWaitInFullQueue } }: Task,
  { converter, draining, availableBytes }: ListenerServices,
): void {
  if (draining.aborted) throw overloaded('shutting_down');
  if (!mayWaitInFullQueue) converter.checkQueue(caller);
  const bytes = files.reduce((sum, size) => sum + size, 0);
  if (bytes > availableBytes()) throw overloaded('disk_full');
}
