/** The HTTP server: the door, the failures and the routes put together, and an orderly way to stop. */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { fastify, LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { AccountPlans } from '../accounts/plans.ts';
import type { Planner } from '../convert/planner.ts';
import { overloaded, unmetExpectation } from '../errors.ts';
import type { NewId } from '../kit/ids.ts';
import type { Connections } from './connections.ts';
import { addRequestGuards, type GuardServices } from './request-guards.ts';
import { handleFailures } from './failures.ts';
import { malformedRequestHandler } from './malformed-requests.ts';
import { addMethodNotAllowed } from './method-not-allowed.ts';
import { addConvertRoute, type ConvertServices } from './routes/convert.ts';
import { addFormatsRoute } from './routes/formats.ts';
import { addFilesRoute, type FileServices } from './routes/files.ts';
import { addHealthRoutes, type ReadinessCheck } from './routes/health.ts';
import { addPlansRoute } from './routes/plans.ts';
import { addUsageRoute, type UsageServices } from './routes/usage.ts';
import { addAccountConvertRoute, type AccountConvertServices } from './routes/v1-convert.ts';
import { addJobRoutes, type JobRouteServices } from './routes/jobs.ts';
import { addKeyRoutes } from './routes/keys.ts';
import { addMetricsRoute, countAnswers, type MetricsServices } from './routes/metrics.ts';
import { addSessionRoutes, type SessionRouteParts } from './routes/sessions.ts';
import { addSignUpRoutes, type SignUpRouteServices } from './routes/sign-up.ts';
import { addWebhookRoutes, type WebhookRouteServices } from './routes/webhooks.ts';

/** What a client takes at the slowest pace in a few seconds. */
const pieceBytes = 32 * 1024;

export interface ServerServices
  extends
    GuardServices,
    ConvertServices,
    AccountConvertServices,
    FileServices,
    JobRouteServices,
    UsageServices,
    SessionRouteParts,
    SignUpRouteServices,
    WebhookRouteServices,
    MetricsServices {
  log: FastifyBaseLogger;
  newId: NewId;
  trustProxy: readonly string[];
  headersMs: number;
  connections: Connections;
  routes: Planner;
  plans: AccountPlans;
  readinessChecks(): Promise<readonly ReadinessCheck[]>;
  /** Whether it takes requests; otherwise it only tells how it is. */
  serves: boolean;
}

export function buildServer(parts: ServerServices): FastifyInstance {
  const answerMalformed = malformedRequestHandler(parts);
  const server = fastify({
    loggerInstance: parts.log,
    // One line a request, written by ourselves, instead of the framework's two.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => parts.newId(),
    requestIdHeader: false,
    trustProxy: parts.trustProxy.length > 0 ? [...parts.trustProxy] : false,
    routerOptions: { ignoreTrailingSlash: true },
    forceCloseConnections: 'idle',
    frameworkErrors: (_error, { raw }, reply) => {
      reply.hijack();
      answerMalformed({ code: 'bad URL' }, raw.socket);
    },
    clientErrorHandler: answerMalformed,
    // While it ends it answers in its own words.
    return503OnClosing: false,
    http: {
      headersTimeout: parts.headersMs,
      connectionsCheckingInterval: Math.min(500, parts.headersMs),
      maxHeaderSize: 16_384,
      // A request without one is refused in our own words.
      requireHostHeader: false,
    },
  });
  parts.connections.watch(server.server);
  server.decorate('pace', parts.minimumThroughput);
  // Node closes the connection of who wants a tunnel without a word.
  server.server.on('connect', (_request, socket) => answerMalformed({ code: 'CONNECT' }, socket as Socket));
  addRequestGuards(server, parts);
  refuseExpectations(server);
  handleFailures(server);
  logRequests(server);
  countAnswers(server, parts.metrics);
  closeAfterUnreadBodies(server);
  sendInPieces(server);
  turnAwayWhenEnding(server);
  // Bodies are read by the routes themselves, as streams.
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', (_request, _payload, done) => done(null));
  const refuseTheRest = addMethodNotAllowed(server);
  if (parts.serves) addServiceRoutes(server, parts);
  addHealthRoutes(server, () => parts.readinessChecks());
  addMetricsRoute(server, parts);
  refuseTheRest();
  return server;
}

function addServiceRoutes(server: FastifyInstance, parts: ServerServices): void {
  addConvertRoute(server, parts);
  addAccountConvertRoute(server, parts);
  addJobRoutes(server, parts);
  addFilesRoute(server, parts);
  addUsageRoute(server, parts);
  addPlansRoute(server, parts.plans);
  addFormatsRoute(server, parts.routes);
  addKeyRoutes(server, parts);
  addSessionRoutes(server, parts);
  addSignUpRoutes(server, parts);
  addWebhookRoutes(server, parts);
}

/** An `Expect` that is not met is refused like everything else (contract §11.1); Node's own 417 is empty. */
function refuseExpectations(server: FastifyInstance): void {
  const unmet = new WeakSet<IncomingMessage>();
  server.server.on('checkExpectation', (request, response) => {
    unmet.add(request);
    server.server.emit('request', request, response);
  });
  server.addHook('onRequest', ({ raw }, _reply, done) => {
    done(unmet.has(raw) ? unmetExpectation() : undefined);
  });
}

function logRequests(server: FastifyInstance): void {
  server.addHook('onResponse', (request, reply, done) => {
    const path = request.url.split('?')[0];
    request.log.info(
      { method: request.method, path, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'answered',
    );
    done();
  });
}

// To keep the connection would mean to read the rest, however long: what of it still comes is thrown away as it closes.
function closeAfterUnreadBodies(server: FastifyInstance): void {
  server.addHook('onSend', ({ raw }, reply, _payload, done) => {
    if (!raw.complete) void reply.header('Connection', 'close');
    done();
  });
}

// Of a body that is sent in one piece it is not seen how fast it is taken.
function sendInPieces(server: FastifyInstance): void {
  server.addHook('onSend', ({ method }, reply, payload, done) => {
    const isBytes = typeof payload === 'string' || Buffer.isBuffer(payload);
    if (!isBytes || method === 'HEAD' || payload.length <= pieceBytes) return done();
    const bytes = Buffer.isBuffer(payload) ? payload : Buffer.from(payload);
    void reply.header('Content-Length', bytes.length);
    done(null, Readable.from(piecesOf(bytes), { objectMode: false }));
  });
}

function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}

// A connection kept alive after its last answer would hold up the end until the client lets go of it.
function turnAwayWhenEnding(server: FastifyInstance): void {
  let ending = false;
  server.addHook('preClose', (done) => {
    ending = true;
    done();
  });
  server.addHook('onRequest', (_request, _reply, done) => {
    done(ending ? overloaded('shutting_down') : undefined);
  });
  server.addHook('onSend', (_request, reply, _payload, done) => {
    if (ending) void reply.header('Connection', 'close');
    done();
  });
}
