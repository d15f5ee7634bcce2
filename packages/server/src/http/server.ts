/** The HTTP server: request guards, error responses, and the endpoints that modules add. */
import type { Socket } from 'node:net';
import { fastify, LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { readingPerMinute } from '../accounts/plans.ts';
import type { Config } from '../config.ts';
import type { NewId } from '../kit/ids.ts';
import type { Tracing } from '../tracing/tracing.ts';
import type { Connections } from './connections/connections.ts';
import { malformedRequestHandler } from './connections/malformed-requests.ts';
import type { MinimumThroughput } from './connections/minimum-throughput.ts';
import { handleFailures } from './failures.ts';
import { Hosts } from './guards/hosts.ts';
import { addRequestGuards, type RequestGuardServices } from './guards/request-guards.ts';
import { methodNotAllowedRoutes, recordMethods } from './method-not-allowed.ts';
import type { Metrics } from './metrics/metrics.ts';
import { recordOperations, type Operation } from './openapi/operations.ts';
import { addResponseHooks } from './response-hooks.ts';
import { trackRunningRequests, type RunningRequests } from './running-requests.ts';
import { traceRequests } from './trace-requests.ts';
import { addValidation, compilersFactory } from './validation.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Operations of all endpoints. The list of operations is complete when the server is ready. */
    operations: readonly Operation[];
    /** Returns whether any endpoint has the path `path`. */
    hasPath: (path: string) => boolean;
  }
}

export interface ServerServices extends Omit<RequestGuardServices, 'hosts' | 'readingPerMinute'> {
  config: Config;
  log: FastifyBaseLogger;
  newId: NewId;
  minimumThroughput: MinimumThroughput;
  connections: Connections;
  metrics: Metrics;
  runningRequests: RunningRequests;
  tracing: Tracing;
}

/** Builds a server that is ready to listen. */
export async function buildServer(
  services: ServerServices,
  addRoutes: (server: FastifyInstance) => void,
): Promise<FastifyInstance> {
  const { config, connections, draining, metrics, minimumThroughput } = services;
  const server = openServer(services);
  connections.watch(server.server);
  traceRequests(server, services.tracing);
  addRequestGuards(server, {
    ...services,
    hosts: new Hosts(config),
    readingPerMinute: readingPerMinute(config),
  });
  trackRunningRequests(server, services.runningRequests);
  addResponseHooks(server, { metrics, draining });
  handleFailures(server);
  addValidation(server);
  server.decorate('minimumThroughput', minimumThroughput);
  const recorded = recordMethods(server);
  server.decorate('hasPath', (path) => recorded.has(path));
  server.decorate('operations', recordOperations(server));
  addRoutes(server);
  void server.register(methodNotAllowedRoutes, { recorded });
  await server.ready();
  return server;
}

function openServer({ config, log, newId, throttle, anonymousPlan }: ServerServices): FastifyInstance {
  const { trustProxy, headersMs } = config;
  const answerMalformed = malformedRequestHandler({ newId, throttle, anonymousPlan, log });
  const server = fastify({
    loggerInstance: log,
    // A hook of this server logs one line per request. The framework would log two lines per request, so the
    // framework's request log is disabled.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => newId(),
    requestIdHeader: false,
    trustProxy: trustProxy.length > 0 ? [...trustProxy] : false,
    routerOptions: { ignoreTrailingSlash: true },
    schemaController: { compilersFactory },
    forceCloseConnections: 'idle',
    frameworkErrors: (_error, { raw }, reply) => {
      reply.hijack();
      answerMalformed({ code: 'bad URL' }, raw.socket);
    },
    clientErrorHandler: answerMalformed,
    // While the server is closing, a request guard responds with 503 instead of the framework.
    return503OnClosing: false,
    http: {
      headersTimeout: headersMs,
      connectionsCheckingInterval: Math.min(500, headersMs),
      maxHeaderSize: 16_384,
      // Node's check of the Host header is disabled. The guard `Hosts` rejects requests without a Host header, and
      // responds with our error envelope.
      requireHostHeader: false,
    },
  });
  // Without this handler, Node would close the connection of a CONNECT request and send no response.
  server.server.on('connect', (_request, socket) => answerMalformed({ code: 'CONNECT' }, socket as Socket));
  return server;
}
