/** The HTTP server: request guards, error answers and the routes, each with the services it needs. */
import type { Socket } from 'node:net';
import { fastify, LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Keys } from '../accounts/keys.ts';
import { readingPerMinute, type AccountPlans } from '../accounts/plans.ts';
import type { Sessions } from '../accounts/sessions.ts';
import type { SignUp } from '../accounts/sign-up.ts';
import type { Config } from '../config.ts';
import type { Catalogue } from '../convert/catalogue.ts';
import type { Converter } from '../convert/converter.ts';
import type { Workspace } from '../convert/workspace.ts';
import type { Database } from '../db/database.ts';
import type { GuardedFetch } from '../egress/outbound.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Clock } from '../kit/clock.ts';
import type { NewId } from '../kit/ids.ts';
import type { Idempotency } from '../limits/idempotency.ts';
import type { Quota } from '../limits/quota.ts';
import type { Throttle } from '../limits/throttle.ts';
import type { FolderStore } from '../storage/folder.ts';
import type { Links } from '../storage/links.ts';
import type { WebhookSecrets } from '../webhooks/secrets.ts';
import type { AdmissionControl } from './admission.ts';
import type { Connections } from './connections.ts';
import { handleFailures } from './failures.ts';
import { Hosts } from './hosts.ts';
import { malformedRequestHandler } from './malformed-requests.ts';
import { methodNotAllowedRoutes, recordMethods } from './method-not-allowed.ts';
import type { Metrics } from './metrics.ts';
import type { MinimumThroughput } from './minimum-throughput.ts';
import { recordOperations, type Operation } from './openapi/operations.ts';
import type { OwnAddress } from './own-address.ts';
import { addRequestGuards } from './request-guards.ts';
import { addResponseHooks } from './response-hooks.ts';
import { convertRoutes } from './routes/convert.ts';
import { detectRoutes } from './routes/detect.ts';
import { fileRoutes } from './routes/files.ts';
import { formatRoutes } from './routes/formats.ts';
import { healthRoutes, type ReadinessCheck } from './routes/health.ts';
import { jobRoutes } from './routes/jobs.ts';
import { keyRoutes } from './routes/keys.ts';
import { metricsRoutes } from './routes/metrics.ts';
import { openApiRoutes } from './routes/openapi.ts';
import { planRoutes } from './routes/plans.ts';
import { sessionRoutes } from './routes/sessions.ts';
import { signUpRoutes } from './routes/sign-up.ts';
import { usageRoutes } from './routes/usage.ts';
import { accountConvertRoutes } from './routes/v1-convert.ts';
import { webhookRoutes } from './routes/webhooks.ts';
import { addValidation } from './validation.ts';
import type { Watching } from './watching.ts';

export interface ServerServices {
  config: Config;
  log: FastifyBaseLogger;
  clock: Clock;
  newId: NewId;
  address: OwnAddress;
  /** Aborts when nothing new is taken any more. */
  draining: AbortSignal;
  /** Aborts when what still runs is given up. */
  ending: AbortSignal;
  minimumThroughput: MinimumThroughput;
  connections: Connections;
  admission: AdmissionControl;
  metrics: Metrics;
  database: Database;
  plans: AccountPlans;
  keys: Keys;
  sessions: Sessions;
  signUp: SignUp;
  throttle: Throttle;
  quota: Quota;
  idempotency: Idempotency;
  catalogue: Catalogue;
  converter: Converter;
  workspace: Workspace;
  store: FolderStore;
  links: Links;
  outbound: GuardedFetch;
  webhookSecrets: WebhookSecrets;
  jobs: Jobs;
  watching: Watching;
  checkReadiness: () => Promise<readonly ReadinessCheck[]>;
}

/** Ready to listen. */
export async function buildServer(services: ServerServices): Promise<FastifyInstance> {
  const { config, checkReadiness, connections, draining, metrics, minimumThroughput } = services;
  const { address, keys, plans, sessions, throttle } = services;
  const server = openServer(services);
  connections.watch(server.server);
  const hosts = new Hosts(config);
  const anonymousPlan = plans.anonymous;
  addRequestGuards(server, {
    hosts,
    throttle,
    keys,
    sessions,
    address,
    anonymousPlan,
    readingPerMinute: readingPerMinute(config),
    draining,
  });
  addResponseHooks(server, { metrics, draining });
  handleFailures(server);
  addValidation(server);
  server.decorate('minimumThroughput', minimumThroughput);
  const recorded = recordMethods(server);
  const operations = recordOperations(server);
  if (config.roles.includes('api')) addServiceRoutes(server, services, operations);
  void server.register(healthRoutes, { checkReadiness });
  void server.register(metricsRoutes, { metrics, adminToken: config.adminToken });
  void server.register(methodNotAllowedRoutes, { recorded });
  await server.ready();
  return server;
}

function addServiceRoutes(
  server: FastifyInstance,
  services: ServerServices,
  operations: readonly Operation[],
): void {
  const { address, admission, catalogue, clock, config, converter, database, draining, ending } = services;
  const { idempotency, jobs, keys, links, minimumThroughput, newId, outbound, plans, quota } = services;
  const { sessions, signUp, store, watching, webhookSecrets, workspace } = services;
  void server.register(convertRoutes, {
    workspace,
    admission,
    converter,
    quota,
    store,
    minimumThroughput,
    ending,
    plan: plans.anonymous,
  });
  void server.register(accountConvertRoutes, {
    workspace,
    admission,
    converter,
    quota,
    idempotency,
    store,
    links,
    clock,
    outbound,
    minimumThroughput,
    ending,
  });
  void server.register(jobRoutes, {
    jobs,
    watching,
    quota,
    idempotency,
    workspace,
    admission,
    store,
    minimumThroughput,
    draining,
    ending,
    address,
    jobFileBytes: config.jobFileBytes,
  });
  void server.register(detectRoutes, {
    routes: catalogue.live,
    workspace,
    admission,
    minimumThroughput,
    outbound,
    ending,
    plan: plans.anonymous,
  });
  void server.register(fileRoutes, { store, links });
  void server.register(formatRoutes, { catalogue });
  void server.register(openApiRoutes, { operations, address });
  void server.register(planRoutes, { plans });
  void server.register(usageRoutes, { database, clock });
  void server.register(keyRoutes, { keys });
  void server.register(sessionRoutes, { sessions, address });
  void server.register(signUpRoutes, { signUp, plans, keyVerification: config.keyVerification, address });
  void server.register(webhookRoutes, { secrets: webhookSecrets, outbound, clock, newId, ending });
}

function openServer({ config, log, newId, throttle, plans }: ServerServices): FastifyInstance {
  const { trustProxy, headersMs } = config;
  const answerMalformed = malformedRequestHandler({ newId, throttle, anonymousPlan: plans.anonymous, log });
  const server = fastify({
    loggerInstance: log,
    // One line a request, written by a hook of ours, in place of the framework's two.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => newId(),
    requestIdHeader: false,
    trustProxy: trustProxy.length > 0 ? [...trustProxy] : false,
    routerOptions: { ignoreTrailingSlash: true },
    forceCloseConnections: 'idle',
    frameworkErrors: (_error, { raw }, reply) => {
      reply.hijack();
      answerMalformed({ code: 'bad URL' }, raw.socket);
    },
    clientErrorHandler: answerMalformed,
    // A request guard answers while the server is closing.
    return503OnClosing: false,
    http: {
      headersTimeout: headersMs,
      connectionsCheckingInterval: Math.min(500, headersMs),
      maxHeaderSize: 16_384,
      // `Hosts` refuses a request without one, with our envelope.
      requireHostHeader: false,
    },
  });
  // Node would close the connection of a CONNECT request without a response.
  server.server.on('connect', (_request, socket) => answerMalformed({ code: 'CONNECT' }, socket as Socket));
  return server;
}
