/** The HTTP server: request guards, error answers and the routes, each with the services it needs. */
import type { Socket } from 'node:net';
import { fastify, LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Accounts } from '../accounts/accounts.ts';
import type { Keys, KnownAccount } from '../accounts/keys.ts';
import { readingPerMinute, type AccountPlans } from '../accounts/plans.ts';
import type { Sessions } from '../accounts/sessions.ts';
import type { SignUp } from '../accounts/sign-up.ts';
import type { Billing } from '../billing/billing.ts';
import type { Config } from '../config.ts';
import type { RouteCatalogue } from '../convert/catalogue/catalogue.ts';
import type { AnyConverter } from '../convert/run/any-converter.ts';
import type { Workspace } from '../convert/run/workspace.ts';
import type { Database } from '../db/database.ts';
import type { GuardedFetch } from '../egress/outbound.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Clock } from '../kit/clock.ts';
import type { NewId } from '../kit/ids.ts';
import type { Idempotency } from '../limits/idempotency.ts';
import type { Quota } from '../limits/quota.ts';
import type { ResultObjects } from '../storage/result-objects.ts';
import type { Throttle } from '../limits/throttle.ts';
import type { Tracing } from '../tracing/tracing.ts';
import { traceRequests } from './trace-requests.ts';
import type { AccountDeletion } from '../privacy/deletion.ts';
import type { AccountExport } from '../privacy/export.ts';
import type { ObjectStore } from '../storage/object-store.ts';
import type { Links } from '../storage/links.ts';
import type { ResumableUploads } from '../uploads/resumable.ts';
import type { Uploads } from '../uploads/uploads.ts';
import type { DeliveryLog } from '../webhooks/delivery-log.ts';
import type { WebhookSecrets } from '../webhooks/secrets.ts';
import type { AdmissionControl } from './guards/admission.ts';
import type { Connections } from './connections/connections.ts';
import { handleFailures } from './failures.ts';
import { Hosts } from './guards/hosts.ts';
import { madeOfRoutes } from '../convert/catalogue/made-of-routes.ts';
import { malformedRequestHandler } from './connections/malformed-requests.ts';
import { methodNotAllowedRoutes, recordMethods } from './method-not-allowed.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { MinimumThroughput } from './connections/minimum-throughput.ts';
import type { Installation } from './openapi/document.ts';
import { recordOperations, type Operation } from './openapi/operations.ts';
import type { OwnAddress } from './own-address.ts';
import { Pages } from '../site/pages.ts';
import { routeTable } from '../site/route-table.ts';
import { WebAssets } from '../site/web-assets.ts';
import { addRequestGuards } from './guards/request-guards.ts';
import { addResponseHooks } from './response-hooks.ts';
import { trackRunningRequests, type RunningRequests } from './running-requests.ts';
import { accountRoutes } from '../api/accounts/account.ts';
import { billingRoutes } from '../api/billing/billing.ts';
import { assetRoutes } from '../site/assets.ts';
import { convertRoutes } from '../api/convert/convert.ts';
import { dashboardRoutes } from '../site/dashboard.ts';
import { deliveryRoutes } from '../api/jobs/deliveries.ts';
import { detectRoutes } from '../api/formats/detect.ts';
import { docsRoutes } from '../site/docs.ts';
import { fileRoutes } from '../api/files/files.ts';
import { formatPageRoutes } from '../site/format-pages.ts';
import { formatRoutes } from '../api/formats/formats.ts';
import { healthRoutes, type ReadinessCheck } from '../api/health/health.ts';
import { homeRoutes } from '../site/home.ts';
import { jobRerunRoutes } from '../api/jobs/job-rerun.ts';
import { jobRoutes } from '../api/jobs/jobs.ts';
import { keyRoutes } from '../api/keys/keys.ts';
import { llmsRoutes } from '../site/llms.ts';
import { metricsRoutes } from '../api/health/metrics.ts';
import { openApiRoutes } from '../api/openapi/openapi.ts';
import { pairPageRoutes } from '../site/pair-pages.ts';
import { planRoutes } from '../api/accounts/plans.ts';
import { pricingRoutes } from '../site/pricing.ts';
import { sessionRoutes } from '../api/accounts/sessions.ts';
import { signUpRoutes } from '../api/accounts/sign-up.ts';
import { stripeWebhookRoutes } from '../api/billing/stripe-webhook.ts';
import { uploadRoutes } from '../api/uploads/uploads.ts';
import { usageRoutes } from '../api/usage/usage.ts';
import { accountConvertRoutes } from '../api/convert/v1-convert.ts';
import { webhookRoutes } from '../api/webhooks/webhooks.ts';
import { addValidation, compilersFactory } from './validation.ts';
import type { Watching } from '../api/jobs/watching.ts';

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
  accounts: Accounts;
  deletion: AccountDeletion;
  accountExport: AccountExport;
  runningRequests: RunningRequests;
  resultObjects: ResultObjects;
  keys: Keys;
  /** As whom callers without credentials act on a private installation. */
  localAccount: KnownAccount | undefined;
  sessions: Sessions;
  signUp: SignUp;
  throttle: Throttle;
  tracing: Tracing;
  quota: Quota;
  billing: Billing;
  idempotency: Idempotency;
  catalogue: RouteCatalogue;
  converter: AnyConverter;
  workspace: Workspace;
  store: ObjectStore;
  uploads: Uploads;
  resumableUploads: ResumableUploads;
  links: Links;
  outbound: GuardedFetch;
  webhookSecrets: WebhookSecrets;
  deliveryLog: DeliveryLog;
  jobs: Jobs;
  watching: Watching;
  checkReadiness: () => Promise<readonly ReadinessCheck[]>;
}

/** Ready to listen; `addRoutes` adds those of modules that build on this one. */
export async function buildServer(
  services: ServerServices,
  addRoutes: (server: FastifyInstance) => void,
): Promise<FastifyInstance> {
  const { config, checkReadiness, connections, draining, metrics, minimumThroughput } = services;
  const { address, keys, localAccount, plans, sessions, throttle } = services;
  const server = openServer(services);
  connections.watch(server.server);
  traceRequests(server, services.tracing);
  const hosts = new Hosts(config);
  const anonymousPlan = plans.anonymous;
  addRequestGuards(server, {
    hosts,
    throttle,
    keys,
    sessions,
    address,
    localAccount,
    anonymousPlan,
    readingPerMinute: readingPerMinute(config),
    draining,
  });
  trackRunningRequests(server, services.runningRequests);
  addResponseHooks(server, { metrics, draining });
  handleFailures(server);
  addValidation(server);
  const assets = WebAssets.read();
  if (!assets.isBuilt) services.log.warn('the pages have neither style nor script: run script/setup');
  server.decorate('minimumThroughput', minimumThroughput);
  const recorded = recordMethods(server);
  server.decorate('pages', new Pages(assets, address, (path) => recorded.has(path)));
  const operations = recordOperations(server);
  if (config.roles.includes('api')) {
    addServiceRoutes(server, services, operations);
    addPages(server, services, assets, operations);
    addRoutes(server);
  }
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
  const { accounts, address, admission, billing, catalogue, clock, config, converter, database } = services;
  const { accountExport, deletion, draining, ending, resultObjects } = services;
  const { idempotency, jobs, keys, links, minimumThroughput, newId, outbound, plans, quota } = services;
  const { deliveryLog, sessions, signUp, store, uploads, watching, webhookSecrets, workspace } = services;
  void server.register(convertRoutes, {
    workspace,
    admission,
    uploads,
    converter,
    quota,
    store,
    links,
    resultObjects,
    minimumThroughput,
    ending,
    plan: plans.anonymous,
  });
  void server.register(accountConvertRoutes, {
    workspace,
    admission,
    uploads,
    converter,
    quota,
    idempotency,
    store,
    links,
    resultObjects,
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
    uploads,
    store,
    minimumThroughput,
    draining,
    ending,
    address,
    jobFileBytes: config.jobFileBytes,
  });
  void server.register(jobRerunRoutes, {
    jobs,
    workspace,
    uploads,
    store,
    address,
    jobFileBytes: config.jobFileBytes,
  });
  void server.register(deliveryRoutes, { jobs, deliveryLog });
  void server.register(detectRoutes, {
    routes: catalogue.live,
    workspace,
    admission,
    uploads,
    minimumThroughput,
    outbound,
    ending,
    plan: plans.anonymous,
  });
  void server.register(fileRoutes, { store, links });
  void server.register(uploadRoutes, {
    uploads,
    resumableUploads: services.resumableUploads,
    address,
    workspace,
    admission,
    minimumThroughput,
    ending,
    jobFileBytes: config.jobFileBytes,
  });
  void server.register(formatRoutes, { catalogue });
  void server.register(openApiRoutes, { operations, installation: installationOf(services) });
  void server.register(planRoutes, {
    plans,
    withoutKey: withoutKey(services),
    jobFileBytes: config.jobFileBytes,
  });
  void server.register(accountRoutes, { accounts, deletion, accountExport, clock, address });
  void server.register(billingRoutes, { database, accounts, billing });
  void server.register(stripeWebhookRoutes, { billing });
  void server.register(usageRoutes, { database, clock, keys });
  void server.register(keyRoutes, { keys });
  void server.register(sessionRoutes, { sessions, signUp, address });
  void server.register(signUpRoutes, {
    signUp,
    plans,
    keyVerification: isPrivate(config) ? 'none' : config.keyVerification,
    address,
  });
  void server.register(webhookRoutes, { secrets: webhookSecrets, outbound, clock, newId, ending });
}

/** The plan of callers without a key. */
const withoutKey = ({ localAccount, plans }: ServerServices) => localAccount?.plan ?? plans.anonymous;

const isPrivate = ({ installation }: Config) => installation === 'private';

/** Its address is known once the service listens. */
const installationOf = ({ address, config }: ServerServices): Installation => ({
  get baseUrl() {
    return address.baseUrl;
  },
  isPrivate: isPrivate(config),
});

function addPages(
  server: FastifyInstance,
  services: ServerServices,
  assets: WebAssets,
  operations: readonly Operation[],
): void {
  const { accounts, address, catalogue, config, plans } = services;
  const { pages } = server;
  const table = madeOfRoutes(catalogue.live, () => routeTable(catalogue.live, catalogue.languages));
  void server.register(assetRoutes, { assets, table });
  const installation = installationOf(services);
  void server.register(docsRoutes, { pages, operations, installation, plans });
  void server.register(llmsRoutes, { operations, installation, routes: catalogue.live });
  const tool = {
    pages,
    routes: catalogue.live,
    plan: withoutKey(services),
    routesPath: () => `/assets/${table().name}`,
    isPrivate: isPrivate(config),
    jobFileBytes: config.jobFileBytes,
  };
  void server.register(homeRoutes, tool);
  void server.register(pairPageRoutes, { ...tool, address });
  void server.register(formatPageRoutes, { pages, routes: catalogue.live });
  if (isPrivate(config)) return;
  void server.register(pricingRoutes, { pages, plans });
  void server.register(dashboardRoutes, { pages, accounts });
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
    schemaController: { compilersFactory },
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
